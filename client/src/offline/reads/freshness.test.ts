/** @jest-environment node */

import { createMemoryEntryStore } from '../../testing/memoryEntryStore.ts';
import {
  action,
  book,
  listen,
  settle,
  setUpQueryClient as setUp,
  titles,
} from '../../testing/testQueryClient.ts';
import { parseQueryKey, queryKey } from './persister.ts';

const minute = 60_000;
const shelf = (...names: string[]) => ({ items: names.map((name) => book(name)), total: names.length });
const renamed = action('UPDATE_BOOK', { bookId: 'b1', changes: { title: 'Persuasion' } });

describe('a read that is not fresh any more', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const countOf = ({ calls }: ReturnType<typeof setUp>, key: string) =>
    calls.filter((call) => call.key === key).length;

  it('is fetched when the page is shown again, and not when it is hidden', async () => {
    const setting = setUp();
    const { data, page, clock } = setting;
    const { stop } = listen(data.watch('GET /notes', {}));
    listen(data.watch('GET /books', {}));
    await settle();
    stop();
    clock.now += 11 * minute;
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    await settle();
    expect([countOf(setting, 'GET /books'), countOf(setting, 'GET /notes')]).toEqual([1, 1]);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    await settle();
    clock.now += 16 * minute;
    page.dispatchEvent(new Event('visibilitychange'));
    await settle();
    // Nobody looks at the notes.
    expect([countOf(setting, 'GET /books'), countOf(setting, 'GET /notes')]).toEqual([3, 1]);
  });

  it('is fetched when the network is back, and not when it goes', async () => {
    const setting = setUp();
    const { data, network, clock } = setting;
    const { seen } = listen(data.watch('GET /books', {}));
    await settle();
    clock.now += 11 * minute;
    network.set('offline');
    await settle();
    expect(seen.at(-1)).toMatchObject({ status: 'ready', stale: false });
    network.set('online');
    await settle();
    expect(countOf(setting, 'GET /books')).toBe(2);
  });

  it('is the one that was asked for: others stay, and those that nobody sees are fetched once they are', async () => {
    const setting = setUp();
    const { data, clock } = setting;
    listen(data.watch('GET /books', {}));
    const notes = listen(data.watch('GET /notes', {}));
    await settle();
    notes.stop();
    clock.now += 1;
    data.refresh('GET /notes');
    await settle();
    expect([countOf(setting, 'GET /books'), countOf(setting, 'GET /notes')]).toEqual([1, 1]);
    listen(data.watch('GET /notes', {}));
    await settle();
    expect([countOf(setting, 'GET /books'), countOf(setting, 'GET /notes')]).toEqual([1, 2]);
    data.refresh();
    await settle();
    expect([countOf(setting, 'GET /books'), countOf(setting, 'GET /notes')]).toEqual([2, 3]);
  });

  it('is every read of a route that was asked for, also one that nobody has watched yet', async () => {
    const first = setUp();
    listen(first.data.watch('GET /notes', {}));
    await settle();
    const later = setUp({ store: first.store, clock: first.clock });
    later.data.refresh('GET /notes');
    later.clock.now += 1;
    listen(later.data.watch('GET /notes', {}));
    await settle();
    expect(later.calls).toHaveLength(1);
  });

  it('is fetched once, half a second after the last of many writes went through', async () => {
    const setting = setUp();
    const { data, answers } = setting;
    answers(() => shelf('b1'));
    const read = data.watch('GET /books', {});
    listen(read);
    await settle();
    for (let i = 0; i < 3; i++) {
      await data.commit([{ ...renamed, id: `a${i}` }]);
      await jest.advanceTimersByTimeAsync(300);
    }
    expect(titles(read.get())).toEqual(['Persuasion']);
    expect(countOf(setting, 'GET /books')).toBe(1);
    await jest.advanceTimersByTimeAsync(200);
    expect(countOf(setting, 'GET /books')).toBe(2);
    await jest.advanceTimersByTimeAsync(minute);
    expect(countOf(setting, 'GET /books')).toBe(2);
    expect(titles(read.get())).toEqual(['b1']);
  });

  it('is not fetched for writes while there is no network, nor where nobody looks', async () => {
    const setting = setUp();
    const { data, network, answers } = setting;
    answers(() => shelf('b1'));
    const { stop } = listen(data.watch('GET /books', {}));
    await settle();
    await data.commit([renamed]);
    network.set('offline');
    await jest.advanceTimersByTimeAsync(1_000);
    stop();
    network.set('online');
    await data.commit([renamed]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(countOf(setting, 'GET /books')).toBe(1);
  });

  it('is fetched five seconds after writes when its list takes more than one request', async () => {
    const setting = setUp();
    const { data, answers } = setting;
    answers((_, request) => {
      const { offset = 0 } = (request as { query?: { offset?: number } }).query ?? {};
      return {
        items: offset === 0 ? shelf(...ids(0, 200)).items : shelf(...ids(200, 250)).items,
        total: 250,
      };
    });
    listen(data.watch('GET /books', {}, { allPages: true }));
    await settle();
    const before = setting.calls.length;
    await data.commit([{ ...renamed, payload: { bookId: '7', changes: { title: 'Persuasion' } } }]);
    await jest.advanceTimersByTimeAsync(4_999);
    expect(setting.calls).toHaveLength(before);
    await jest.advanceTimersByTimeAsync(1);
    expect(setting.calls.length).toBeGreaterThan(before);
  });
});

const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => String(from + i));

describe('a list that comes in parts', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** A server with two pages of books; the second comes when the test says so. */
  function inParts(setting: ReturnType<typeof setUp>) {
    let bring = () => {};
    setting.answers(async (_, request) => {
      const { offset = 0 } = (request as { query?: { offset?: number } }).query ?? {};
      if (offset === 0) return { items: shelf(...ids(0, 200)).items, total: 201 };
      await new Promise<void>((resolve) => {
        bring = resolve;
      });
      return { items: shelf('last').items, total: 201 };
    });
    return { bring: () => bring() };
  }
  const count = (state: { status: string; value?: { items: unknown[] } }) => state.value?.items.length;

  it('shows its beginning while the rest is on its way', async () => {
    const setting = setUp();
    const { bring } = inParts(setting);
    const read = setting.data.watch('GET /books', {}, { allPages: true });
    listen(read);
    await settle();
    expect([count(read.get() as never), (read.get() as { stale?: boolean }).stale]).toEqual([200, true]);
    bring();
    await settle();
    expect([count(read.get() as never), (read.get() as { stale?: boolean }).stale]).toEqual([201, false]);
  });

  it('that was complete is not replaced by its beginning', async () => {
    const setting = setUp();
    const { bring } = inParts(setting);
    const read = setting.data.watch('GET /books', {}, { allPages: true });
    const { seen } = listen(read);
    await settle();
    bring();
    await settle();
    const before = seen.length;
    setting.data.refresh('GET /books');
    await settle();
    expect(seen.slice(before).map((state) => count(state as never))).not.toContain(200);
    expect(count(read.get() as never)).toBe(201);
  });
});

describe('what is taken along', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each<[string, (setting: ReturnType<typeof setUp>) => void]>([
    ['the reader has gone', ({ user }) => user.set(null)],
    ['another reader has come', ({ user }) => user.set({ id: 'u2' })],
    ['the network has gone', ({ network }) => network.set('offline')],
  ])('is left alone once %s', async (_, happen) => {
    const setting = setUp();
    setting.answers(() => {
      happen(setting);
      return { items: [], total: 0 };
    });
    await setting.data.prefetchOffline();
    expect(setting.calls).toHaveLength(1);
  });

  it('is nothing for a visitor', async () => {
    const setting = setUp();
    setting.user.set(null);
    await setting.data.prefetchOffline();
    expect(setting.calls).toEqual([]);
  });
});

describe('the name of a read', () => {
  const read = { userId: 'u1', key: 'GET /books', request: {}, allPages: false } as const;

  it('is another for a whole list, another reader, route or request', () => {
    const names = [
      read,
      { ...read, allPages: true },
      { ...read, userId: 'u2' },
      { ...read, key: 'GET /notes' as const },
      { ...read, request: { query: { ids: ['a', 'b'] } } },
      { ...read, request: { query: { ids: ['b', 'a'] } } },
      { ...read, request: { query: null } },
    ].map(queryKey);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each([true, false])('gives back what it was made of, all pages: %p', (allPages) => {
    const made = { ...read, request: { query: { title: 'a|b', none: undefined } }, allPages };
    expect(parseQueryKey(queryKey(made))).toEqual({ ...made, request: { query: { title: 'a|b' } } });
  });

  it.each(['', 'u1', 'u1|GET /books', 'u1|GET /books|all', 'u1|GET /books|all|{'])('is not %j', (text) => {
    expect(parseQueryKey(text)).toBeNull();
  });
});

describe('another visit', () => {
  it('of another reader finds nothing in memory or in the store', async () => {
    jest.useFakeTimers();
    const { data, user, network, answers } = setUp({ store: createMemoryEntryStore() });
    answers(() => shelf('b1'));
    listen(data.watch('GET /books', {}));
    await settle();
    network.set('offline');
    user.set({ id: 'u2' });
    const read = data.watch('GET /books', {});
    listen(read);
    await settle();
    expect(read.get()).toMatchObject({ status: 'error', error: { code: 'not_cached' } });
    jest.useRealTimers();
  });
});
