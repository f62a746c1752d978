/** @jest-environment node */
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { ApiError } from '../../common/hostError.ts';
import { Query, type QueryPorts } from './query.ts';

type Kept = Awaited<ReturnType<QueryPorts<'GET /books/:id'>['restore']>>;
const at = (value: string, fetchedAt = 1) => ({ value, fetchedAt }) as unknown as NonNullable<Kept>;

interface SetUp {
  memory?: Kept;
  kept?: Kept | Error;
  fresh?: number;
  offline?: boolean;
  watched?: boolean;
}

/** A read whose answers the test gives, one after the other. */
function setUp({ memory = null, kept = null, fresh = 10, offline = false, watched = false }: SetUp = {}) {
  const asked: { answer(value: unknown): void; fail(error: unknown): void; part(value: unknown): void }[] =
    [];
  const log: string[] = [];
  const state = { offline, watched };
  const query = new Query<'GET /books/:id'>(
    {
      key: 'GET /books/:id',
      request: { params: { id: 'b1' } },
      peek: () => memory,
      restore: async () => {
        if (kept instanceof Error) throw kept;
        return kept;
      },
      isFresh: (fetchedAt) => fetchedAt >= fresh,
      now: () => 99,
      fetch: (onPart) =>
        new Promise((resolve, reject) => {
          asked.push({ answer: resolve as () => void, fail: reject, part: onPart as () => void });
        }),
      persist: (value) => log.push(`persist ${value}`),
      forget: () => log.push('forget'),
      isOffline: () => state.offline,
    },
    {
      changed: () => log.push(`show ${query.answer?.value ?? 'nothing'}${query.isStale ? ' stale' : ''}`),
      isWatched: () => state.watched,
    },
  );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { query, asked, log, state, settle };
}

describe('a read', () => {
  it('shows what is kept, and then what the server says', async () => {
    const { query, asked, log, settle } = setUp({ kept: at('old') });
    const loaded = query.load();
    expect(query.load()).toBe(loaded);
    await settle();
    expect(log).toEqual(['show old stale']);
    expect(asked).toHaveLength(1);
    asked[0]?.answer('new');
    await loaded;
    expect(log).toEqual(['show old stale', 'persist new', 'show new']);
    expect(query.answer).toEqual({ value: 'new', fetchedAt: 99 });
  });

  it('asks the server once more than needed when what is kept is fresh, and not at all when it is in memory', async () => {
    const kept = setUp({ kept: at('fresh', 10) });
    const loaded = kept.query.load();
    await kept.settle();
    await loaded;
    expect([kept.asked.length, kept.query.isStale]).toEqual([1, false]);
    const memory = setUp({ memory: at('fresh', 10) });
    await memory.query.load();
    expect([memory.asked.length, memory.query.isStale, memory.query.key]).toEqual([
      0,
      false,
      'GET /books/:id',
    ]);
    const old = setUp({ memory: at('old', 9) });
    expect(old.query.isStale).toBe(true);
    runInBackground(old.query.load());
    await old.settle();
    expect(old.asked).toHaveLength(1);
  });

  it('does not ask without a network', async () => {
    const { query, asked, log } = setUp({ offline: true, kept: at('old') });
    await query.load();
    expect(asked).toHaveLength(0);
    expect(log).toEqual(['show old stale', 'show old stale']);
    expect(query.error).toMatchObject({ code: 'not_cached', status: 0 });
  });

  it('works in a browser that cannot read its store', async () => {
    const { query, asked, settle } = setUp({ kept: new Error('broken') });
    const loaded = query.load();
    await settle();
    asked[0]?.answer('new');
    await loaded;
    expect(query.answer?.value).toBe('new');
  });

  it.each([403, 404, 410])('forgets what is gone: %d', async (status) => {
    const { query, asked, log, settle } = setUp({ kept: at('old') });
    const loaded = query.load();
    await settle();
    asked[0]?.fail(new ApiError('Gone', status, 'gone'));
    await loaded;
    expect(log).toEqual(['show old stale', 'forget', 'show nothing stale']);
    expect(query.error).toMatchObject({ code: 'gone' });
  });

  it('keeps what it has after another failure, and says why', async () => {
    const { query, asked, log, settle } = setUp({ memory: at('old') });
    runInBackground(query.load());
    await settle();
    asked[0]?.fail(new ApiError('Busy', 503, 'busy'));
    await settle();
    expect(log).toEqual(['show old stale']);
    expect(query.error).toMatchObject({ status: 503 });
    const again = query.fetch();
    asked[1]?.answer('new');
    await again;
    expect([query.error, query.isStale]).toEqual([null, false]);
  });

  it('[F-18] has one request on its way at a time, and asks again when a newer answer is wanted meanwhile', async () => {
    const { query, asked, settle } = setUp();
    const first = query.fetch();
    expect(query.fetch()).toBe(first);
    expect(query.fetch()).toBe(first);
    expect(asked).toHaveLength(1);
    asked[0]?.answer('a');
    await settle();
    expect(asked).toHaveLength(2);
    asked[1]?.answer('b');
    await first;
    expect([asked.length, query.answer?.value]).toEqual([2, 'b']);
    runInBackground(query.fetch());
    expect(asked).toHaveLength(3);
  });

  it('shows the beginning of a list, unless it has more already', async () => {
    const { query, asked, log, settle } = setUp();
    const loaded = query.load();
    await settle();
    asked[0]?.part('part 1');
    await settle();
    asked[0]?.part('part 2');
    await settle();
    expect(query.answer?.fetchedAt).toBe(0);
    asked[0]?.answer('whole');
    await loaded;
    asked[0]?.part('late');
    await settle();
    expect(log).toEqual(['show part 1 stale', 'show part 2 stale', 'persist whole', 'show whole']);
    const full = setUp({ memory: at('whole') });
    runInBackground(full.query.load());
    await full.settle();
    full.asked[0]?.part('part');
    await full.settle();
    expect(full.log).toEqual([]);
  });

  it('asks again when a write was accepted meanwhile', async () => {
    const { query, asked, log, settle } = setUp({ memory: at('old') });
    runInBackground(query.load());
    await settle();
    query.update((value) => `${value} changed` as unknown as typeof value);
    expect(query.answer?.value).toBe('old changed');
    asked[0]?.part('outdated');
    asked[0]?.answer('outdated');
    await settle();
    expect(log).toEqual([]);
    asked[1]?.answer('new');
    await settle();
    expect(query.answer?.value).toBe('new');
  });

  it('on the screen waits for the end of the writes, unless a newer answer is wanted', async () => {
    const { query, asked, settle } = setUp({ memory: at('old'), watched: true });
    runInBackground(query.load());
    await settle();
    query.update((value) => value);
    asked[0]?.answer('outdated');
    await settle();
    expect([asked.length, query.answer?.value]).toEqual([1, 'old']);
    runInBackground(query.fetch());
    query.update((value) => value);
    runInBackground(query.fetch());
    asked[1]?.answer('outdated');
    await settle();
    expect(asked).toHaveLength(3);
  });

  it('changes nothing where there is no answer', () => {
    const { query } = setUp();
    query.update(() => ({}) as never);
    expect(query.answer).toBeNull();
  });
});
