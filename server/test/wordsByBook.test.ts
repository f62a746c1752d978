import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clausesIn } from '../src/mentor/question/clauses.ts';
import { parseQuestion } from '../src/mentor/question/question.ts';
import { wordsByBook } from '../src/search/wordsByBook.ts';

const owners = new Map([
  ['Ahab', 'whale'],
  ['Bildad', 'whale'],
  ['Catherine', 'pride'],
  ['Bourgh', 'pride'],
]);

for (const [text, ofWhale, ofPride] of [
  [
    'Compare Captain Bildad with Lady Catherine de Bourgh',
    'Bildad Catherine de Bourgh',
    'Bildad Catherine de Bourgh',
  ],
  ['What did Captain Ahab nail, and what did Lady Catherine plant?', 'Ahab nail', 'Catherine plant'],
  [
    'How fast do Ahab and Catherine ride horses?',
    'fast Ahab Catherine ride horses',
    'fast Ahab Catherine ride horses',
  ],
  ['Which captain did Ahab meet, and which aunt was Catherine?', 'captain Ahab meet', 'aunt Catherine'],
] as const)
  test(`[Q-04] words for each of two books: ${text}`, () => {
    const { words, language } = parseQuestion(text);
    const wordsOf = wordsByBook(words, clausesIn({ text, language }, words, []), owners);
    assert.equal(wordsOf('whale').join(' '), ofWhale);
    assert.equal(wordsOf('pride').join(' '), ofPride);
  });
