/** @jest-environment node */

import { ApiError } from '../../api/hostError.ts';
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

  it('[OF-08] says that there is neither network nor cache', async () => {
    const { data, network, calls } = setUp();
    network.set('offline');
    const { seen } = listen(data.watch('GET /books', {}));
    await settle();
    expect(seen.at(-1)).toMatchObject({
      status: 'error',
      error: { message: 'No network connection and no cached data available', status: 0, code: 'not_cached' },
    });
    expect(calls).toEqual([]);
  });

  it('shows what is kept without a network, and asks once it is back', async () => {
    const first = setUp();
    first.answers(() => ({ items: [book('b1')], total: 1 }));
    listen(first.data.watch('GET /books', {}));
    await settle();
    const second = setUp({ store: first.store, clock: { now: 1_000_100 } });
    second.network.set('offline');
    const { seen } = listen(second.data.watch('GET /books', {}));
    await settle();
    expect(seen.at(-1)).toMatchObject({
      status: 'ready',
      stale: true,
      value: { items: [{ id: 'b1' }] },
      error: { code: 'not_cached' },
    });
    second.answers(() => ({ items: [book('b1'), book('b2')], total: 2 }));
    second.network.set('online');
    await settle();
    expect(seen.at(-1)).toMatchObject({ status: 'ready', stale: false, value: { total: 2 } });
    expect(seen.at(-1)).not.toHaveProperty('error');
  });

  it('falls back to what was written in this browser', async () => {
    const { data, network } = setUp();
    network.set('offline');
    const { seen } = listen(data.watch('GET /notes', {}));
    await settle();
    expect(seen.at(-1)).toMatchObject({ status: 'ready', stale: true, value: { items: [{ id: 'copy' }] } });
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

  it('lays waiting writes over the answer, and does not draw anew for writes about something else', async () => {
    const { data, waiting, answers } = setUp();
    answers(() => ({ items: [book('b1', 'Emma')], total: 1 }));
    const { seen } = listen(data.watch('GET /books', {}));
    await settle();
    const count = seen.length;
    waiting.set([action('DELETE_NOTE', { id: 'n1', bookId: null })]);
    expect(seen).toHaveLength(count);
    waiting.set([action('UPDATE_BOOK', { bookId: 'b1', changes: { title: 'Persuasion' } })]);
    expect(titles(seen.at(-1) as never)).toEqual(['Persuasion']);
    waiting.set([]);
    expect(titles(seen.at(-1) as never)).toEqual(['Emma']);
  });

  it('keeps a write that has gone through, here and in the cache, until the server says the same', async () => {
    const { data, waiting, answers, store } = setUp();
    answers(() => ({ items: [book('b1', 'Emma')], total: 1 }));
    const { seen } = listen(data.watch('GET /books', {}));
    await settle();
    const change = action('UPDATE_BOOK', { bookId: 'b1', changes: { title: 'Persuasion' } });
    waiting.set([change]);
    await data.commit([change]);
    waiting.set([]);
    const shown = seen.map((state) => String(titles(state as never)));
    expect(shown.slice(shown.indexOf('Persuasion'))).not.toContain('Emma');
    const offline = setUp({ store, clock: { now: 1_000_100 } });
    offline.network.set('offline');
    const again = listen(offline.data.watch('GET /books', {}));
    await settle();
    expect(titles(again.seen.at(-1) as never)).toEqual(['Persuasion']);
  });

  it('[Y-02] shows the later of two changes, though another tab sends the earlier once more after it', async () => {
    const { data, answers, calls } = setUp();
    answers(() => ({ items: [book('b1', 'Emma')], total: 1 }));
    const { seen } = listen(data.watch('GET /books', {}));
    await settle();
    const change = (title: string) => action('UPDATE_BOOK', { bookId: 'b1', changes: { title } }, title);
    const [earlier, later] = [change('Persuasion'), change('Mansfield Park')];
    for (const one of [earlier, later, earlier]) await data.commit([one]);
    expect(titles(seen.at(-1) as never)).toEqual(['Mansfield Park']);
    // The server has the last word.
    await jest.advanceTimersByTimeAsync(1_000);
    expect(calls).toHaveLength(2);
  });

  it('[Y-02] shows the later of two changes, though the earlier still waited here and is sent once more', async () => {
    const { data, waiting, answers } = setUp();
    answers(() => ({ items: [book('b1', 'Emma')], total: 1 }));
    const { seen } = listen(data.watch('GET /books', {}));
    await settle();
    const change = (title: string) => action('UPDATE_BOOK', { bookId: 'b1', changes: { title } }, title);
    const [earlier, later] = [change('Persuasion'), change('Mansfield Park')];
    waiting.set([earlier]);
    for (const one of [earlier, later, earlier]) await data.commit([one]);
    waiting.set([]);
    expect(titles(seen.at(-1) as never)).toEqual(['Mansfield Park']);
  });

  it('shows the same whatever goes through first of a thousand that wait, and lays none of them twice', async () => {
    const { data, waiting, answers } = setUp();
    answers(() => ({ items: [book('b0', 'Emma')], total: 1 }));
    const { seen } = listen(data.watch('GET /books', {}));
    await settle();
    let title = 0;
    const change = (id: string) =>
      action('UPDATE_BOOK', { bookId: 'b0', changes: { title: String(++title) } }, id);
    let queue = Array.from({ length: 1_000 }, (_, index) => change(`a${index}`));
    waiting.set(queue);
    const before = seen.length;
    for (const one of queue.slice(0, 300)) {
      await data.commit([one]);
      queue = queue.filter((other) => other !== one);
      waiting.set(queue);
    }
    expect(titles(seen.at(-1) as never)).toEqual(['1000']);
    expect(seen).toHaveLength(before);
    queue = [...queue, change('last')];
    waiting.set(queue);
    expect(titles(seen.at(-1) as never)).toEqual(['1001']);
    // Given up by the reader: what was there before is shown again.
    waiting.set(queue.slice(0, -1));
    expect(titles(seen.at(-1) as never)).toEqual(['1000']);
  });

  /** A shelf with one book that is asked for anew; before the answer comes, the title's change has gone through. */
  async function overtaken() {
    const { data, waiting, answers, calls } = setUp();
    answers(() => ({ items: [book('b1', 'Emma')], total: 1 }));
    const { seen } = listen(data.watch('GET /books', {}));
    await settle();
    const old = Promise.withResolvers<unknown>();
    answers(() => old.promise);
    data.refresh('GET /books');
    const change = action('UPDATE_BOOK', { bookId: 'b1', changes: { title: 'Persuasion' } });
    waiting.set([change]);
    await data.commit([change]);
    waiting.set([]);
    return { answers, calls, seen, old };
  }

  it('does not show an answer that was asked for before a write went through', async () => {
    const { answers, calls, seen, old } = await overtaken();
    answers(() => ({ items: [book('b1', 'Persuasion')], total: 1 }));
    old.resolve({ items: [book('b1', 'Emma')], total: 1 });
    await settle();
    expect(titles(seen.at(-1) as never)).toEqual(['Persuasion']);
    // Asked once more when nothing has gone through for a moment, and not after each that does.
    expect(calls).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(500);
    expect(calls).toHaveLength(3);
    expect(titles(seen.at(-1) as never)).toEqual(['Persuasion']);
  });

  it('asks again for an answer that is too old, though it came later than that moment', async () => {
    const { answers, calls, seen, old } = await overtaken();
    await jest.advanceTimersByTimeAsync(2_000);
    expect(calls).toHaveLength(2);
    answers(() => ({ items: [book('b1', 'Sanditon')], total: 1 }));
    old.resolve({ items: [book('b1', 'Emma')], total: 1 });
    await settle();
    expect(calls).toHaveLength(3);
    expect(titles(seen.at(-1) as never)).toEqual(['Sanditon']);
  });

  it('[OF-10] prefetches 20 books and 30 sessions', async () => {
    const { data, calls } = setUp();
    data.prefetch();
    await settle();
    expect(calls).toEqual([
      { key: 'GET /books', request: { query: { limit: 20 } } },
      { key: 'GET /reading/sessions', request: { query: { limit: 30 } } },
    ]);
  });

  it('takes along, once in a browser, what other pages show, so that they show it without a network', async () => {
    const first = setUp();
    const taken = first.data.prefetchOffline();
    await settle();
    await taken;
    const keys = first.calls.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['GET /notes', 'GET /collections', 'GET /highlights']));
    const second = setUp({ store: first.store, clock: { now: 2_000_000 } });
    const again = second.data.prefetchOffline();
    await settle();
    await again;
    expect(second.calls).toEqual([]);
    second.network.set('offline');
    const { seen } = listen(second.data.watch('GET /api/gamification/goals', {}));
    await settle();
    expect(seen.at(-1)).toMatchObject({ status: 'ready', stale: true });
  });

  it('[F-22] tells whether an answer is kept for a visit without a network', async () => {
    const { data, store, answers, network } = setUp();
    const keep = async (id: string) => {
      const kept = data.keep('GET /books/:id', { params: { id } });
      await settle();
      return kept;
    };
    answers(() => book('b1'));
    expect(await keep('b1')).toBe(true);
    // What is in memory only is not kept.
    for (const name of await store.keys()) await store.remove(name);
    expect(await keep('b1')).toBe(false);
    network.set('offline');
    expect(await keep('b2')).toBe(false);
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

  it('[AE-09] shows nothing of one reader to the next', async () => {
    const { data, user, network, answers } = setUp();
    answers(() => ({ items: [book('secret')], total: 1 }));
    listen(data.watch('GET /books', {}));
    await settle();
    user.set({ id: 'u2' });
    network.set('offline');
    const { seen } = listen(data.watch('GET /books', {}));
    await settle();
    expect(seen.at(-1)).toMatchObject({ status: 'error' });
    expect(JSON.stringify(seen)).not.toContain('secret');
  });

  it('[M-11] asks for nothing more of the reader who has gone', async () => {
    const { data, user, page, calls, clock } = setUp();
    listen(data.watch('GET /books', {}));
    await settle();
    user.set({ id: 'u2' });
    clock.now += 24 * 60 * 60_000;
    page.dispatchEvent(new Event('visibilitychange'));
    await settle();
    expect(calls).toHaveLength(1);
  });

  it('[M-11] fetches nothing again after the last writes of the reader who has gone', async () => {
    const { data, user, calls, answers } = setUp();
    answers(() => ({ items: [book('b1', 'Emma')], total: 1 }));
    listen(data.watch('GET /books', {}));
    await settle();
    await data.commit([action('UPDATE_BOOK', { bookId: 'b1', changes: { title: 'Persuasion' } })]);
    user.set({ id: 'u2' });
    await jest.advanceTimersByTimeAsync(5_000);
    expect(calls).toHaveLength(1);
  });

  it('[AE-09] a write of the reader who has gone, which goes through now, is no part of what the next one reads', async () => {
    const { data, user, answers } = setUp();
    answers((key) => (key === 'GET /books' ? { items: [book('b1', 'Emma')], total: 1 } : { items: [] }));
    user.set({ id: 'u2' });
    const { seen } = listen(data.watch('GET /books', {}));
    await settle();
    await data.commit([action('UPDATE_BOOK', { bookId: 'b1', changes: { title: 'Secret' } })]);
    await jest.advanceTimersByTimeAsync(100);
    expect(titles(seen.at(-1) as never)).toEqual(['Emma']);
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
