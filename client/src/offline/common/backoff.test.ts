/** @jest-environment node */
import { backoffMs } from './backoff.ts';
import { isQuotaError } from './isQuotaError.ts';
import { limits, ttlOf } from './limits.ts';

const pauses = { first: 1_000, longest: 60_000 };

test.each([
  [0, 1_000],
  [1, 1_000],
  [2, 2_000],
  [3, 4_000],
  [6, 32_000],
  [7, 60_000],
  [5_000, 60_000],
])('after %d failures one waits %d ms, without jitter', (failures, pause) => {
  expect(backoffMs(failures, pauses, 0)).toBe(pause);
});

test('up to a quarter is added, so that not all come back at once', () => {
  expect(backoffMs(1, pauses, 1)).toBe(1_250);
  expect(backoffMs(9, pauses, 0.5)).toBe(67_500);
  const pause = backoffMs(1, pauses);
  expect(pause).toBeGreaterThanOrEqual(1_000);
  expect(pause).toBeLessThanOrEqual(1_250);
});

test('a pause may grow faster', () => {
  expect(backoffMs(3, { ...pauses, factor: 4 }, 0)).toBe(16_000);
});

test.each([
  [new DOMException('full', 'QuotaExceededError'), true],
  [{ name: 'QuotaExceededError' }, true],
  [new Error('QuotaExceededError'), false],
  [null, false],
  [undefined, false],
])('%p is want of room: %p', (error, expected) => {
  expect(isQuotaError(error)).toBe(expected);
});

const minute = 60_000;

test.each([
  ['GET /books', 10],
  ['GET /books/:id', 30],
  ['GET /books/:id/manifest', 30],
  ['GET /notes', 15],
  ['GET /notes/:bookId', 15],
  ['GET /highlights', 15],
  ['GET /books/:id/highlights', 15],
  ['GET /books/:id/bookmarks', 15],
  ['GET /collections', 10],
  ['GET /reading/sessions', 5],
  ['GET /api/gamification/stats', 30],
  ['GET /api/gamification/achievements', 30],
  ['GET /books/:id/progress', 0],
  ['GET /api/gamification/goals', 0],
] as const)('an answer to %s is fresh for %i minutes', (key, minutes) => {
  expect(ttlOf(key)).toBe(minutes * minute);
});

test('the times of the cache and of downloads', () => {
  const { cacheCleanup, cacheAge, bookExpiry, readyOffline } = limits;
  const day = 24 * 60 * minute;
  expect([cacheCleanup, cacheAge, bookExpiry, readyOffline]).toEqual([
    10 * minute,
    30 * day,
    30 * day,
    2 * minute,
  ]);
});
