/** @jest-environment node */

import { ApiError } from '../../common/hostError.ts';
import { createMemoryEntryStore } from '../../testing/memoryEntryStore.ts';
import {
  action,
  book,
  listen,
  settle,
  setUpQueryClient as setUp,
  titles,
} from '../../testing/testQueryClient.ts';
import type { EntryStore } from './persistedEntries.ts';

describe('a watched read', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('asks the server while the browser looks into its store, and shows nothing before it has looked', async () => {
    const store = createMemoryEntryStore();
    let look = () => {};
    const looked = new Promise<void>((resolve) => {
      look = resolve;
    });
    const slow: EntryStore = {
      ...store,
      async get(key) {
        await looked;
        return store.get(key);
      },
    };
    const { data, calls, answers } = setUp({ store: slow });
    answers(() => ({ items: [book('b1')], total: 1 }));
    const read = data.watch('GET /books', {});
    listen(read);
    await settle();
    expect(calls).toHaveLength(1);
    expect(read.get().status).toBe('loading');
    look();
    await settle();
    expect(titles(read.get())).toEqual(['b1']);
  });

  it('is the same Readable for the same request, and asks once', async () => {
    const { data, calls } = setUp();
    const [a, b] = [data.watch('GET /notes', {}), data.watch('GET /notes', {})];
    expect(a).toBe(b);
    listen(a);
    listen(b);
    await settle();
    expect(calls).toHaveLength(1);
    expect(data.watch('GET /books', {})).not.toBe(a);
  });

  it('shows what is kept at once, then what the server says', async () => {
    const first = setUp();
    first.answers(() => ({ items: [book('b1', 'Old')], total: 1 }));
    listen(first.data.watch('GET /books', {}));
    await settle();
    const second = setUp({ store: first.store, clock: { now: 1_000_100 } });
    second.answers(() => ({ items: [book('b1', 'New')], total: 1 }));
    const { seen } = listen(second.data.watch('GET /books', {}));
    await settle();
    expect(
      seen.map((state) => [state.status, state.status === 'ready' && state.stale, titles(state as never)]),
    ).toEqual([
      ['loading', false, { status: 'loading' }],
      ['ready', true, ['Old']],
      ['ready', false, ['New']],
    ]);
  });

  it('[OF-09] does not ask again while the answer is fresh: notes for 15 minutes, a place never', async () => {
    const { data, calls, clock } = setUp();
    const look = async (key: 'GET /notes' | 'GET /books/:id/progress') => {
      const { stop } = listen(data.watch(key as 'GET /notes', { params: { id: 'b1' } } as never));
      await settle();
      stop();
    };
    await look('GET /notes');
    clock.now += 14 * 60_000;
    await look('GET /notes');
    expect(calls).toHaveLength(1);
    clock.now += 2 * 60_000;
    await look('GET /notes');
    expect(calls).toHaveLength(2);
    await look('GET /books/:id/progress');
    await look('GET /books/:id/progress');
    expect(calls).toHaveLength(4);
  });

  it('asks again for a fresh answer that nobody watched when a write about it went through, or it was refreshed', async () => {
    const { data, calls, clock } = setUp();
    const look = async () => {
      clock.now += 1;
      const { stop } = listen(data.watch('GET /notes', {}));
      await settle();
      stop();
      // Nothing of it is left in memory.
      await jest.advanceTimersByTimeAsync(30_000);
    };
    await look();
    await data.commit([action('CREATE_NOTE', { id: 'n1', bookId: 'b1', content: 'words' })]);
    await look();
    expect(calls).toHaveLength(2);
    await look();
    expect(calls).toHaveLength(2);
    data.refresh('GET /notes');
    await look();
    expect(calls).toHaveLength(3);
  });

  it('keeps showing what it knows when the server fails, and forgets what is not there any more', async () => {
    const { data, answers, calls } = setUp();
    answers(() => book('b1'));
    const { seen } = listen(data.watch('GET /books/:id', { params: { id: 'b1' } }));
    await settle();
    answers(() => {
      throw new ApiError('broken', 500, 'http');
    });
    data.refresh('GET /books/:id');
    await settle();
    expect(seen.at(-1)).toMatchObject({ status: 'ready', stale: true });
    answers(() => {
      throw new ApiError(
        'We can’t find this. It may have been deleted, or belong to another account.',
        404,
        'not_found',
      );
    });
    data.refresh();
    await settle();
    expect(seen.at(-1)).toMatchObject({ status: 'error', error: { status: 404 } });
    expect(calls).toHaveLength(3);
  });

  it.each([403, 404, 410])('[M-08] after %d nothing of it is left, here or in the cache', async (code) => {
    const { data, answers, store } = setUp();
    const request = { params: { id: 'b1' } };
    answers(() => book('b1'));
    const { seen } = listen(data.watch('GET /books/:id', request));
    await settle();
    answers(() => {
      throw new ApiError('It is not yours.', code, 'http');
    });
    data.refresh('GET /books/:id');
    await settle();
    expect(seen.at(-1)).toMatchObject({ status: 'error', error: { status: code } });
    const later = setUp({ store, clock: { now: 1_000_100 } });
    later.network.set('offline');
    const again = listen(later.data.watch('GET /books/:id', request));
    await settle();
    expect(again.seen.at(-1)).toMatchObject({ status: 'error', error: { code: 'not_cached' } });
  });

  it('[LB-10] follows the pages of a list when asked to', async () => {
    const { data, answers, calls } = setUp();
    const all = Array.from({ length: 450 }, (_, index) => book(`b${index}`));
    answers((_, request) => {
      const { limit, offset } = (request as { query: { limit: number; offset: number } }).query;
      return { items: all.slice(offset, offset + limit), total: all.length };
    });
    const { seen } = listen(data.watch('GET /books', {}, { allPages: true }));
    await settle();
    expect(seen.at(-1)).toMatchObject({ status: 'ready', stale: false, value: { total: 450 } });
    expect(calls.map(({ request }) => request)).toEqual(
      [0, 200, 400].map((offset) => ({ query: { limit: 200, offset } })),
    );
  });

  it('lets go of what nobody looks at', async () => {
    const { data } = setUp();
    const read = data.watch('GET /notes', {});
    const { stop } = listen(read);
    await settle();
    stop();
    await jest.advanceTimersByTimeAsync(30_000);
    expect(data.watch('GET /notes', {})).not.toBe(read);
  });
});
