import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import { CheckedText } from '../src/answers/mentor/model/checkedText.ts';
import { type Language, modelAnswers, sources } from './support/mentor/modelAnswers.ts';

const citations = Object.values(sources).map(
  (text, at): Citation => ({
    number: at + 1,
    kind: 'passage',
    book_id: 'b',
    book_title: 'A Book',
    author: 'Somebody',
    chapter: null,
    text,
    position: null,
    score: 1,
  }),
);

/** Streams an answer in chunks of some letters. */
function shown(answer: string, piece: number): { text: string; leftOut: number } {
  const checked = new CheckedText('What does it say?');
  checked.addSources(citations);
  let text = '';
  for (let at = 0; at < answer.length; at += piece) text += checked.add(answer.slice(at, at + piece));
  return { text: (text + checked.end()).trim(), leftOut: checked.leftOut };
}

describe('[Q-06] model answers in eight languages', () => {
  test('there are at least 60, of each kind in each language', () => {
    assert.ok(modelAnswers.length >= 60, `${modelAnswers.length}`);
    for (const language of Object.keys(sources) as Language[])
      for (const kind of ['true', 'invented', 'cut'])
        assert.ok(modelAnswers.some((one) => one.language === language && one.kind === kind));
  });

  for (const { language, kind, answer } of modelAnswers)
    test(`${language}, ${kind}: ${answer}`, () => {
      for (const piece of [answer.length, 1, 5]) {
        const { text, leftOut } = shown(answer, piece);
        const whole = answer.replace(/【(\d)】/g, '[$1]');
        assert.deepEqual([text, leftOut], kind === 'true' ? [whole, 0] : ['', 1], `in pieces of ${piece}`);
      }
    });
});
