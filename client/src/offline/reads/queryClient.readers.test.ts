/** @jest-environment node */

import {
  action,
  book,
  listen,
  settle,
  setUpQueryClient as setUp,
  titles,
} from '../../testing/testQueryClient.ts';

describe('a watched read', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

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
});
