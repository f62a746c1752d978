/** @jest-environment node */
import type { Progress } from '@lectern/shared-contracts/api/books.ts';
import { requestedPosition, startPosition } from './startPosition.ts';

const progress = (changes: Partial<Progress>): Progress => ({
  current_page: 12,
  total_pages: 100,
  percentage: 12,
  updated_at: '2026-01-01T00:00:00.000Z',
  ...changes,
});

test('a passage that was asked for comes before where the reader was', () => {
  const position = { spine_index: 3, quote: { exact: 'whale' } };
  expect(startPosition({ position }, progress({ position: { page: 9 } }))).toBe(position);
});

test('else the stored place, else the stored page, else the beginning', () => {
  expect(startPosition(null, progress({ position: { cfi: 'epubcfi(/6/2!/4/2)' } }))).toEqual({
    cfi: 'epubcfi(/6/2!/4/2)',
  });
  expect(startPosition(null, progress({ position: null }))).toEqual({ page: 12 });
  expect(startPosition(null, progress({ current_page: 0 }))).toBeNull();
  expect(startPosition(null, null)).toBeNull();
});

test.each([
  undefined,
  null,
  7,
  'page',
  {},
  { position: null },
  { position: 'x' },
  { position: {} },
  { position: { page: 'x' } },
])('the state %j asks for nothing', (state) => {
  expect(requestedPosition(state)).toBeNull();
});

test.each([
  [{ cfi: 'epubcfi(/6/2!/4/2)' }],
  [{ spine_index: 0 }],
  [{ page: 3 }],
  [{ quote: { exact: 'whale' } }],
])('the passage %j is asked for by it alone', (position) => {
  expect(requestedPosition({ position })).toBe(position);
});

test.each([[{ cfi: 7 }], [{ spine_index: 'x' }], [{ quote: 'whale' }], [{ quote: { exact: 7 } }]])(
  '%j names no passage',
  (position) => {
    expect(requestedPosition({ position })).toBeNull();
  },
);

test('the first page is the beginning', () => {
  expect(startPosition(null, progress({ current_page: 1 }))).toBeNull();
  expect(startPosition(null, progress({ current_page: 2 }))).toEqual({ page: 2 });
});
