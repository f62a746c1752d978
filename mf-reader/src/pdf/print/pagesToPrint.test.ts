/** @jest-environment node */
import { pagesToPrint } from './PrintDialog.tsx';

const labels = ['i', 'ii', 'iii', '1', '2', 'A-1', 'A-2', ''];

test.each([
  ['2', [2]],
  ['1-3, 7', [1, 2, 3, 7]],
  [' 3 – 1;2 ', [1, 2, 3]],
  ['7, 7, 6-7', [6, 7]],
])('numbers of pages: %s', (typed, expected) => {
  expect(pagesToPrint(typed, 8, null)).toEqual(expected);
});

test.each([
  ['ii', [2]],
  ['i-iii, 1', [1, 2, 3, 4]],
  ['A-2', [7]],
  ['iii–2', [3, 4, 5]],
])('pages by their printed names: %s', (typed, expected) => {
  expect(pagesToPrint(typed, 8, labels)).toEqual(expected);
});

test.each(['', ' , ', '9', '0', '1-9', 'x', '3-'])('no such pages: "%s"', (typed) => {
  expect(pagesToPrint(typed, 8, null)).toBeNull();
});
