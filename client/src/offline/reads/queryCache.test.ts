/** @jest-environment node */

import type { QueryObserver } from './query.ts';
import { QueryCache } from './queryCache.ts';

const observer = (key: string, isWatched = true) => ({ key, isWatched }) as unknown as QueryObserver<never>;

describe('the reads in memory', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function setUp() {
    const cache = new QueryCache();
    const [books, notes] = [observer('GET /books'), observer('GET /notes')];
    cache.add('a', { observer: books, isLong: false });
    cache.add('b', { observer: notes, isLong: true });
    return { cache, books, notes };
  }

  it('are found by name and by route', () => {
    const { cache, books, notes } = setUp();
    expect([cache.has('a'), cache.has('c'), cache.get('a')?.observer, cache.get('c')]).toEqual([
      true,
      false,
      books,
      undefined,
    ]);
    expect([cache.names(), cache.names('GET /notes')]).toEqual([['a', 'b'], ['b']]);
    expect([cache.observers(), cache.observers('GET /books')]).toEqual([[books, notes], [books]]);
  });

  it('are kept for 30 s when nobody watches them, and longer when somebody does', () => {
    const { cache, books } = setUp();
    Object.assign(books, { isWatched: false });
    cache.removeLater('a');
    cache.removeLater('b');
    cache.removeLater('gone');
    jest.advanceTimersByTime(29_999);
    expect(cache.names()).toEqual(['a', 'b']);
    jest.advanceTimersByTime(1);
    expect(cache.names()).toEqual(['b']);
  });

  it('are fetched again once, a little after the last write; long lists later; unwatched ones not', () => {
    const { cache, books } = setUp();
    const calls: string[] = [];
    const later = (name: string) => cache.refetchLater(name, ({ key }) => calls.push(key));
    later('a');
    later('b');
    jest.advanceTimersByTime(400);
    later('a');
    jest.advanceTimersByTime(499);
    expect(calls).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(calls).toEqual(['GET /books']);
    jest.advanceTimersByTime(4_100);
    expect(calls).toEqual(['GET /books', 'GET /notes']);
    Object.assign(books, { isWatched: false });
    later('a');
    later('gone');
    jest.advanceTimersByTime(10_000);
    expect(calls).toHaveLength(2);
  });

  it('are all forgotten, with what was to be fetched', () => {
    const { cache } = setUp();
    const refetch = jest.fn();
    cache.refetchLater('a', refetch);
    cache.clear();
    jest.advanceTimersByTime(10_000);
    expect(refetch).not.toHaveBeenCalled();
    expect(cache.names()).toEqual([]);
  });
});
