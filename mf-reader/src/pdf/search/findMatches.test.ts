/** @jest-environment node */
import { matchesOf } from './findMatches.ts';

const text = 'The café. Reading, reader; READ. A \uFB01nd.';
const found = (query: string, options: { caseSensitive?: boolean; wholeWords?: boolean } = {}) =>
  matchesOf(query, text, { caseSensitive: false, wholeWords: false, ...options })?.map(({ index, length }) =>
    text.slice(index, index + length),
  );

test('a search ignores case, accents and ligatures', () => {
  expect(found('read')).toEqual(['Read', 'read', 'READ']);
  expect(found('CAFE')).toEqual(['café']);
  expect(found('find')).toEqual(['\uFB01nd']);
  expect(found('  ')).toBeUndefined();
});

test('a case-sensitive search finds only the same case', () => {
  expect(found('READ', { caseSensitive: true })).toEqual(['READ']);
  expect(found('find', { caseSensitive: true })).toEqual(['\uFB01nd']);
});

test('a search for whole words does not match inside a word', () => {
  expect(found('read', { wholeWords: true })).toEqual(['READ']);
  expect(found('reading, reader', { wholeWords: true })).toEqual(['Reading, reader']);
});
