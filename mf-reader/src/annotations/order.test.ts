/** @jest-environment node */
import { compareLocators } from './annotations.ts';

test('marks come in the order of the book', () => {
  const places = [
    { page: 3, rects: [[0, 100, 10, 110]] },
    { page: 3, rects: [[0, 700, 10, 710]] },
    { quote: { exact: 'not found in the new file' } },
    { page: 1 },
    null,
    { spine_index: 2, fraction: 0.5 },
    { spine_index: 2, fraction: 0.1 },
    { spine_index: 1, fraction: 0.9 },
  ];
  expect(places.toSorted(compareLocators)).toEqual([
    { page: 1 },
    { page: 3, rects: [[0, 700, 10, 710]] },
    { page: 3, rects: [[0, 100, 10, 110]] },
    { spine_index: 1, fraction: 0.9 },
    { spine_index: 2, fraction: 0.1 },
    { spine_index: 2, fraction: 0.5 },
    { quote: { exact: 'not found in the new file' } },
    null,
  ]);
});
