import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import { quotation, quoted } from '../src/mentor/quoting.ts';

const citation = (text: string, chapter: string | null, kind: Citation['kind'] = 'passage'): Citation => ({
  number: 1,
  kind,
  book_id: 'b1',
  book_title: 'Moby-Dick',
  author: 'Herman Melville',
  chapter,
  text,
  position: { spine_index: 0, fraction: 0 },
  score: 1,
});
const quote = (...of: Parameters<typeof citation>) => quotation(citation(...of))[0];

test('[L-13] a chapter heading does not run into a quotation', () => {
  assert.equal(
    quote('CHAPTER 1. Loomings. Call me Ishmael. Some years ago', 'Chapter 1. Loomings'),
    '> Call me Ishmael. Some years ago [1]',
  );
  assert.equal(
    quote('VIII The Pulpit I had not been seated very long.', 'VIII: The Pulpit'),
    '> I had not been seated very long. [1]',
  );
  assert.equal(
    quote('I It is a truth universally acknowledged', 'I'),
    '> It is a truth universally acknowledged [1]',
  );
});

test('[L-13] the sentence itself is kept: a one-word heading, small letters, a highlight', () => {
  for (const [text, chapter, kind] of [
    ['Marley was dead: to begin with.', 'Marley'],
    ['The lamp in the window was lit all night.', 'The Lamp'],
    ['The Lamp', 'The Lamp'],
    ['I was lit all night long, said the lamp.', 'I'],
    ['The Lamp It was lit all night long.', 'The Lamp', 'highlight'],
    ['It was lit all night long.', null],
  ] as const)
    assert.equal(quote(text, chapter, kind), `> ${text} [1]`);
});

test('[L-13] an answer begins with one sentence: kinds are named only where notes or highlights are among them', () => {
  const passage = citation('Call me Ishmael.', null);
  const note = citation('He is the narrator.', null, 'note');
  for (const [citations, said] of [
    [[passage], ['lookedEverywhereFor', '> Call me Ishmael. [1]']],
    [
      [passage, note],
      ['lookedEverywhereFor', 'notes', '> He is the narrator. [1]', 'passages', '> Call me Ishmael. [1]'],
    ],
  ] as const) {
    const paragraphs = quoted(['Ishmael'], citations, { hasBooks: true, bookTitle: null });
    assert.deepEqual(
      paragraphs.map(([part]) => (typeof part === 'object' ? part.say : part)),
      said,
    );
  }
});
