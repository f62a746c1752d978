/** @jest-environment node */
import { findPage } from './findPage.ts';

const labels = ['i', 'ii', 'iii', '1', '2', 'A-1'];

test.each([
  ['ii', labels, 2],
  [' III ', labels, 3],
  ['a-1', labels, 6],
  // The page label takes precedence over the page number.
  ['2', labels, 5],
  ['6', labels, 6],
  ['7', labels, null],
  ['xii', labels, null],
  ['', labels, null],
  ['４', null, 4],
  ['0', null, null],
  ['-1', null, null],
  ['7', null, null],
])('a reader who types %j means the page with that label or number', (typed, known, page) => {
  expect(findPage(typed, 6, known)).toBe(page);
});
