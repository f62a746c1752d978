/** @jest-environment node */

import { book, listen, settle, setUpQueryClient as setUp } from '../../testing/testQueryClient.ts';

describe('a watched read', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

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
});
