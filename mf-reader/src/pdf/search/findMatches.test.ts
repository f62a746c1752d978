/** @jest-environment node */
import { matchesOf, matchesOnPage } from './findMatches.ts';

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

test('[R-11] a word with a hyphen of its own is found where it is broken at that hyphen', () => {
  const broken = 'The self-evident and the selfevident truth, self evident.';
  const options = { caseSensitive: false, wholeWords: true };
  expect(
    matchesOf('self-evident', broken, options)?.map(({ index, length }) =>
      broken.slice(index, index + length),
    ),
  ).toEqual(['self-evident', 'selfevident']);
});

describe('[R-11] over a page break', () => {
  const parts = (query: string, content: string, before: string, wholeWords = false) =>
    matchesOnPage(query, content, before, { caseSensitive: false, wholeWords })?.map(
      ({ index, length, continues }) => [content.slice(index, index + length), continues],
    );

  test.each([
    ['a word that is cut', 'wandering', 'ing merchants', 'opened for the wander-', 'ing'],
    ['a word that is broken at its own hyphen', 'well-known', 'known tune', 'The well-', 'known'],
    ['words', 'of the old city', 'city opened', 'the gates of the old', 'city'],
    [
      'words of which one is cut',
      'the wandering merchants',
      ' ing merchants',
      'the wander- ',
      'ing merchants',
    ],
  ])('%s is found on the second page', (_what, query, content, before, found) => {
    expect(parts(query, content, before, true)).toEqual([[found, true]]);
  });

  test('what is on the first page alone is not found again, and nothing is joined that is not cut', () => {
    expect(parts('old', 'city of old', 'the gates of the old')).toEqual([['old', false]]);
    expect(parts('oldcity', 'city', 'the gates of the old')).toEqual([]);
    expect(parts('ing', 'ing merchants', 'wander-')).toEqual([['ing', false]]);
    expect(parts(' ', 'city', 'old')).toBeUndefined();
  });
});
