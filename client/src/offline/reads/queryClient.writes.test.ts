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
});
