import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import { quotation } from '../src/mentor/quoting.ts';

const quoted = (text: string, chapter: string | null, kind: Citation['kind'] = 'passage') =>
  quotation({
    number: 1,
    kind,
    book_id: 'b1',
    book_title: 'Moby-Dick',
    author: 'Herman Melville',
    chapter,
    text,
    position: { spine_index: 0, fraction: 0 },
    score: 1,
  })[0];

test('[L-13] a chapter heading does not run into a quotation', () => {
  assert.equal(
    quoted('CHAPTER 1. Loomings. Call me Ishmael. Some years ago', 'Chapter 1. Loomings'),
    '> Call me Ishmael. Some years ago [1]',
  );
});

test('[L-13] the sentence itself is kept: a one-word heading, small letters, a highlight', () => {
  for (const [text, chapter, kind] of [
    ['Marley was dead: to begin with.', 'Marley'],
    ['The lamp in the window was lit all night.', 'The Lamp'],
    ['The Lamp', 'The Lamp'],
    ['The Lamp It was lit all night long.', 'The Lamp', 'highlight'],
    ['It was lit all night long.', null],
  ] as const)
    assert.equal(quoted(text, chapter, kind), `> ${text} [1]`);
});
