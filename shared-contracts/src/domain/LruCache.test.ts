/** @jest-environment node */
import { LruCache } from './LruCache.ts';

test('the least recently used goes first', () => {
  const kept = new LruCache<string, number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  expect(kept.get('a')).toBe(1);
  kept.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => kept.get(key))).toEqual([1, undefined, 3]);
  kept.set('a', 4);
  expect(kept.get('a')).toBe(4);
});
