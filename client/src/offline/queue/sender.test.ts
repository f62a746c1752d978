/** @jest-environment node */
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import 'fake-indexeddb/auto';
import type { CreateNote } from '@lectern/shared-contracts/contract/syncActions.ts';
import { ApiError } from '../../common/hostError.ts';
import { memoryStorage } from '../../testing/memoryStorage.ts';
import { note, setUp, states, throwing } from '../../testing/testQueue.ts';
import { createWriteAheadLog } from './writeAheadLog.ts';

describe('the sender of the queue', () => {
  it('[OF-03] sends it with its own id as Idempotency-Key, then takes it out', async () => {
    const { queue, sent, stored, committed } = await setUp();
    await queue.enqueue('CREATE_NOTE', note('n1'));
    await queue.flushNow();
    expect(sent).toMatchObject([
      { key: 'POST /notes/book/:bookId', timeout: 10_000, idempotencyKey: committed[0]?.id },
    ]);
    expect(sent[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(await stored()).toEqual([]);
    expect(queue.state.get()).toMatchObject({ indicator: 'completed', pending: 0, syncing: 0 });
  });

  it('[N-07] says with each write how many others still wait here, also those that were refused', async () => {
    const { queue, sent, answers } = await setUp();
    answers(throwing(422, 'Too long'));
    await queue.enqueue('CREATE_NOTE', note('n0'));
    await queue.flushNow();
    answers(async () => null);
    for (const id of ['n1', 'n2', 'n3']) await queue.enqueue('CREATE_NOTE', note(id));
    await queue.flushNow();
    expect(sent[0]?.waiting).toBe(0);
    expect(sent.at(-1)?.waiting).toBe(1);
    await queue.drop(queue.waiting.get()[0]?.id ?? '');
    await queue.enqueue('CREATE_NOTE', note('n4'));
    await queue.flushNow();
    expect(sent.at(-1)?.waiting).toBe(0);
  });

  it('[F-05] [OF-05] tells of an empty queue only together with all changes synced', async () => {
    const { queue } = await setUp();
    await queue.enqueue('CREATE_NOTE', note('n1'));
    await queue.enqueue('CREATE_NOTE', note('n2'));
    const told: string[] = [];
    queue.state.subscribe(() => {
      const { indicator, pending, syncing } = queue.state.get();
      if (pending + syncing === 0) told.push(indicator);
    });
    await queue.flushNow();
    expect([...new Set(told)]).toEqual(['completed']);
  });

  it('[F-05] points are no changes of the reader: they are sent, and nothing is told of them', async () => {
    const { queue, sent } = await setUp();
    const before = queue.state.get();
    const action = { id: 'a1', action: 'library_visited', data: {}, timestamp: '2026-01-01T00:00:00.000Z' };
    await queue.enqueue('GAMIFICATION_ACTION', action);
    expect(queue.state.get()).toEqual(before);
    await queue.flushNow();
    expect([sent.length, queue.state.get()]).toEqual([1, before]);
  });

  it('[OF-03] a refusal costs one try; at the fifth it stays, is announced, and can be tried again or dropped', async () => {
    const { queue, answers, later, emitted, sent } = await setUp();
    answers(throwing(422, 'Too long'));
    await queue.enqueue('CREATE_NOTE', note('n1'));
    for (let round = 1; round <= 7; round += 1) {
      await queue.flushNow();
      expect(states(queue)).toEqual([['CREATE_NOTE', 'failed', Math.min(round, 5)]]);
      // Sync Now costs nothing.
      await queue.flush();
      later(60 * 60_000);
    }
    expect(sent).toHaveLength(5);
    expect(queue.state.get()).toMatchObject({
      indicator: 'error',
      pending: 0,
      failed: [{ lastError: 'Too long', refused: true }],
    });
    const [failed] = queue.state.get().failed;
    expect(emitted).toEqual([
      { name: 'syncActionFailed', detail: { id: failed?.id, type: 'CREATE_NOTE', error: 'Too long' } },
    ]);
    answers(() => null);
    await queue.retry(failed?.id ?? '');
    await queue.flushNow();
    expect(queue.waiting.get()).toEqual([]);

    answers(throwing(422));
    await queue.enqueue('CREATE_NOTE', note('n2'));
    await queue.flushNow();
    await queue.drop(queue.state.get().failed[0]?.id ?? '');
    expect(queue.waiting.get()).toEqual([]);
  });

  it('waits longer after each failure', async () => {
    const { queue, answers, later, sent } = await setUp();
    answers(throwing(503));
    await queue.enqueue('CREATE_NOTE', note('n1'));
    await queue.flushNow();
    await queue.flushNow();
    expect(sent).toHaveLength(1);
    later(2_000);
    await queue.flushNow();
    expect(sent).toHaveLength(2);
    later(2_000);
    await queue.flushNow();
    expect(sent).toHaveLength(2);
  });

  it('[OF-04] sends what is more important first, then what is older', async () => {
    const { queue, network, sent } = await setUp();
    network.set('offline');
    await queue.enqueue('GAMIFICATION_ACTION', {
      id: 'g',
      action: 'x',
      data: {},
      timestamp: '2026-01-01T00:00:00.000Z',
    });
    await queue.enqueue('UPDATE_BOOK', { bookId: 'b1', changes: { title: 'T' } });
    await queue.enqueue('CREATE_NOTE', note('n1'));
    await queue.enqueue('CREATE_NOTE', note('n2'));
    network.set('online');
    await queue.flushNow();
    expect(sent.map(({ key, request }) => [key, (request as { body: { id?: string } }).body.id])).toEqual([
      ['POST /notes/book/:bookId', 'n1'],
      ['POST /notes/book/:bookId', 'n2'],
      ['PATCH /books/:id', undefined],
      ['POST /api/gamification/actions', undefined],
    ]);
  });

  it('[OF-04] keeps the order of writes about one thing, and lets others pass one that failed for good', async () => {
    const { queue, network, answers, sent } = await setUp();
    network.set('offline');
    const bookmark = {
      bookId: 'b1',
      page: 3,
      position: null,
      label: null,
      updated_at: '2026-01-01T00:00:00.000Z',
    };
    await queue.enqueue('UPDATE_BOOKMARK', { id: 'bad', ...bookmark });
    await queue.enqueue('UPDATE_BOOKMARK', { id: 'later', ...bookmark });
    await queue.enqueue('UPDATE_BOOKMARK', { id: 'elsewhere', ...bookmark, page: 4 });
    network.set('online');
    const ids = () => sent.map(({ request }) => (request as { body: { id?: string } }).body.id);
    answers(() => {
      if (ids().at(-1) === 'bad') throw new ApiError('Too long', 422, 'invalid_request');
      return null;
    });
    await queue.flushNow();
    expect(ids()).toEqual(['bad', 'elsewhere']);
    expect(states(queue)).toEqual([
      ['UPDATE_BOOKMARK', 'failed', 1],
      ['UPDATE_BOOKMARK', 'pending', 0],
    ]);
    answers(() => null);
    await queue.retry(queue.state.get().failed[0]?.id ?? '');
    await queue.flushNow();
    expect(ids().slice(2)).toEqual(['bad', 'later']);
  });

  it.each([
    [401, 'online' as const],
    [0, 'offline' as const],
  ])('pauses without cost when the answer is %i and the network %s', async (status, network) => {
    const { queue, answers, reachable, sent } = await setUp();
    reachable.state = network;
    answers(throwing(status));
    await queue.enqueue('CREATE_NOTE', note('n1'));
    await queue.enqueue('CREATE_NOTE', note('n2'));
    await queue.flushNow();
    expect(states(queue)).toEqual([
      ['CREATE_NOTE', 'pending', 0],
      ['CREATE_NOTE', 'pending', 0],
    ]);
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  it('does not let one write without an answer hold up the others when the server is there', async () => {
    const { queue, answers, network } = await setUp();
    network.set('offline');
    await queue.enqueue('CREATE_NOTE', note('poison'));
    await queue.enqueue('CREATE_NOTE', note('n2'));
    network.set('online');
    answers(({ request }) => {
      if ((request as { body: { id: string } }).body.id === 'poison')
        throw new ApiError('reset', 0, 'network');
      return null;
    });
    await queue.flushNow();
    expect(states(queue)).toEqual([['CREATE_NOTE', 'pending', 0]]);
  });

  it('[OF-04] what a crash left being sent is sent again with the same key', async () => {
    const first = await setUp();
    const crash = Promise.withResolvers<null>();
    first.answers(() => crash.promise);
    await first.queue.enqueue('CREATE_NOTE', note('n1'));
    runInBackground(first.queue.flushNow());
    while (first.sent.length === 0) await new Promise(setImmediate);
    expect(await first.stored()).toMatchObject([{ status: 'syncing' }]);
    const second = await setUp({ database: first.database });
    await second.queue.flushNow();
    expect(second.sent[0]?.idempotencyKey).toBe(first.sent[0]?.idempotencyKey);
    expect(await second.stored()).toEqual([]);
    crash.resolve(null);
  });

  it('sends a write that comes while another is on its way', async () => {
    const { queue, answers, sent } = await setUp();
    let second: Promise<void> | undefined;
    answers(({ request }) => {
      if ((request as { body: { id: string } }).body.id === 'n1')
        second = queue.enqueue('CREATE_NOTE', note('n2'));
      return null;
    });
    await queue.enqueue('CREATE_NOTE', note('n1'));
    await queue.flushNow();
    await second;
    await queue.flushNow();
    expect(sent).toHaveLength(2);
    expect(queue.waiting.get()).toEqual([]);
  });

  it('begins and puts away many at a time, and leaves what could not go any more as it was', async () => {
    const { queue, network, sent, answers, reachable, stored } = await setUp();
    network.set('offline');
    for (let index = 0; index < 100; index += 1) await queue.enqueue('CREATE_NOTE', note(`n${index}`));
    const put = jest.spyOn(IDBDatabase.prototype, 'transaction');
    network.set('online');
    answers(() => {
      if (sent.length !== 61) return null;
      reachable.state = 'offline';
      throw new ApiError('gone', 0, 'network');
    });
    await queue.flushNow();
    expect(sent).toHaveLength(61);
    expect(put.mock.calls.filter(([, mode]) => mode === 'readwrite').length).toBeLessThan(30);
    put.mockRestore();
    const left = (await stored()).toSorted((a, b) => a.timestamp - b.timestamp);
    expect(left.map(({ payload }) => (payload as CreateNote).id)).toEqual(
      Array.from({ length: 40 }, (_, index) => `n${index + 60}`),
    );
    expect(
      left.map(({ status, retryCount, lastAttempt }) => [status, retryCount, lastAttempt === null]),
    ).toEqual(left.map((_, index) => ['pending', 0, index > 0]));
    answers(() => null);
    reachable.state = 'online';
    network.set('online');
    await queue.flushNow();
    expect(await stored()).toEqual([]);
    expect(sent).toHaveLength(101);
  });

  it.each([
    ['on its way', 'n1', () => null],
    ['next, when the network is lost', 'n2', throwing(0)],
  ])('[Y-02] keeps what a closed tab had made of a write that is %s', async (_, changed, answer) => {
    const local = memoryStorage();
    const { queue, database, network, reachable, answers, stored } = await setUp({ local });
    network.set('offline');
    for (const id of ['n1', 'n2']) await queue.enqueue('CREATE_NOTE', note(id));
    const of = (id: string) => queue.waiting.get().find(({ payload }) => (payload as CreateNote).id === id);
    const write = { id: of(changed)?.id ?? '', type: 'CREATE_NOTE', userId: 'u1' };
    network.set('online');
    answers(async () => {
      reachable.state = 'offline';
      answers(throwing(0));
      const closed = createWriteAheadLog(local, memoryStorage(), () => 900_000);
      closed.add({ ...write, payload: note(changed, 'more words'), whole: true });
      // Another tab starts, and takes over what the closed one has left.
      await (await setUp({ database, local })).queue.loaded();
      return answer();
    });
    await queue.flushNow();
    const texts = (await stored()).map(({ payload }) => (payload as CreateNote).content);
    expect(texts.toSorted()).toEqual(['more words', 'words']);
  });
});
