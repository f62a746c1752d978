import { matchesOf } from './findMatches.ts';

const text = 'The café. Reading, reader; READ. A \uFB01nd.';
const found = (query: string, options: { caseSensitive?: boolean; wholeWords?: boolean } = {}) =>
  matchesOf(query, text, { caseSensitive: false, wholeWords: false, ...options })?.map(({ index, length }) =>
    text.slice(index, index + length),
  );

test('a search finds words without their case, accents and ligatures', () => {
  expect(found('read')).toEqual(['Read', 'read', 'READ']);
  expect(found('CAFE')).toEqual(['café']);
  expect(found('find')).toEqual(['\uFB01nd']);
  expect(found('  ')).toBeUndefined();
});

test('with its case a word is found only as it was typed', () => {
  expect(found('READ', { caseSensitive: true })).toEqual(['READ']);
  expect(found('find', { caseSensitive: true })).toEqual(['\uFB01nd']);
});

test('a whole word is not found within another', () => {
  expect(found('read', { wholeWords: true })).toEqual(['READ']);
  expect(found('reading, reader', { wholeWords: true })).toEqual(['Reading, reader']);
});
