/** @jest-environment node */
import type { FoundEntry } from '@lectern/shared-contracts/domain/dictionary/lookUp.ts';
import type { Selected } from '../engine/renderer.ts';
import { lookedUpWord, sentenceOf } from './lookedUpWord.ts';
import { ankiFile } from './WordsScreen.tsx';

const selected = (text: string, around?: Selected['around']): Selected => ({
  text,
  ...(around ? { around } : {}),
  locator: { page: 3 },
  page: 3,
  box: { left: 0, top: 0, width: 1, height: 1 },
  margins: { left: { from: 0, to: 80 }, right: { from: 920, to: 1_000 } },
});
const entry = (words: string, word: string, text = 'a meaning'): FoundEntry => ({
  dictionary: { id: 'd', name: 'D' },
  words,
  entry: { word, text },
});
const book = { id: 'b', language: 'en' };

test.each([
  ['whales', 'Call me Ishmael. I saw ', ' there. They left.', 'I saw whales there.'],
  ['whales', 'I saw\n', '\nthere. They left.', 'I saw whales there.'],
  ['whales', '', '', 'whales'],
  ['daughters', 'He slept. Mr. J. Bennet had ', '. They left.', 'Mr. J. Bennet had daughters.'],
  ['boat', 'I had a plan. I bought a ', '.', 'I bought a boat.'],
  ['猫', '吾輩は', 'である。名前はまだ無い。', '吾輩は猫である。'],
])('the sentence of %s', (text, before, after, sentence) => {
  expect(sentenceOf(text, { before, after }, null)).toBe(sentence);
});

test('a book may say that it is in any language, and a sentence may be as long as a book', () => {
  expect(sentenceOf('x', { before: 'a ', after: ' b' }, 'no language at all!')).toBe('a x b');
  expect((sentenceOf('word', { before: 'a, '.repeat(900), after: '' }, 'en') ?? '').length).toBeLessThan(700);
});

test('a word is kept with its headword, meaning, sentence and place, once for each sentence', () => {
  const word = lookedUpWord(
    selected('whales', { before: 'I saw ', after: '.' }),
    [entry('whales', 'whale')],
    book,
    [],
  );
  expect(word).toEqual({
    word: 'whales',
    headword: 'whale',
    language: 'en',
    sentence: 'I saw whales.',
    meaning: 'a meaning',
    book_id: 'b',
    position: { page: 3 },
  });
  const again = selected('whales', { before: 'I saw ', after: '.' });
  expect(word && lookedUpWord(again, [entry('whales', 'whale')], book, [word])).toBeNull();
});

test('a language that is no tag is not kept', () => {
  const english = { id: 'b', language: 'English (UK)' };
  expect(lookedUpWord(selected('whale'), [entry('whale', 'whale')], english, [])?.language).toBeNull();
});

test('nothing is kept of what no dictionary has, nor of a sentence that is looked up word by word', () => {
  expect(lookedUpWord(selected('qwxz'), [], book, [])).toBeNull();
  expect(
    lookedUpWord(selected('the white whale'), [entry('the', 'the'), entry('white', 'white')], book, []),
  ).toBeNull();
  expect(lookedUpWord(selected('“whale,”'), [entry('whale', 'whale')], book, [])?.headword).toBe('whale');
});

test('the file for Anki: one line a word, whatever is in its fields', () => {
  const word = {
    id: '1',
    word: 'x',
    headword: 'whale',
    language: 'en',
    meaning: 'large\n\tanimal',
    sentence: null,
    book_id: 'b',
    position: null,
    created_at: '2026-01-01T00:00:00.000Z',
  };
  expect(ankiFile([word, { ...word, book_id: null }], () => 'Moby\tDick')).toBe(
    '#separator:tab\n#html:false\n#columns:Word\tMeaning\tSentence\tBook\nwhale\tlarge animal\t\tMoby Dick\nwhale\tlarge animal\t\t\n',
  );
  // A line that begins with # is a comment.
  expect(ankiFile([{ ...word, headword: '#include' }], () => 'C')).toMatch(/\n"#include"\tlarge animal\t/);
  // Anki takes a quotation mark at the start of a field for the start of a quoted one, which may hold many lines.
  expect(
    ankiFile([{ ...word, meaning: 'big', sentence: '"Call me Ishmael.' }, word], () => 'Moby Dick'),
  ).toMatch(/\nwhale\tbig\t"""Call me Ishmael\."\tMoby Dick\nwhale\tlarge animal\t\tMoby Dick\n$/);
});
