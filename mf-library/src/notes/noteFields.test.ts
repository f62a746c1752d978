/** @jest-environment node */
import { parsePage, parseTags } from './noteFields.ts';

test.each([
  ['12', 12],
  ['12.9', 12],
  ['12 of 300', 12],
  ['', null],
  ['abc', null],
  ['-3', null],
  ['99999999999999999999', null],
])('[NT-02] the page %p is the integer %p', (text, page) => {
  expect(parsePage(text)).toBe(page);
});

test.each([
  ['sea, whales', ['sea', 'whales']],
  [' #sea ,,Sea\nwhales ', ['sea', 'whales']],
  ['', []],
])('tags %p are %p', (text, tags) => {
  expect(parseTags(text)).toEqual(tags);
});
