import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import { CheckedText } from '../src/answers/mentor/model/checkedText.ts';

const texts = [
  'It was the whiteness of the whale that above all things appalled me.',
  'Alle glücklichen Familien gleichen einander, jede unglückliche Familie ist auf ihre eigene Weise unglücklich.',
  '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。',
  'Longtemps, je me suis couché de bonne heure. Parfois, à peine ma bougie éteinte.',
  '滿紙荒唐言，一把辛酸淚！都云作者痴，誰解其中味？',
  'Don’t you see what I’ve done, she said, and the light-\nhouse keeper went away.',
];
const citations = texts.map(
  (text, at): Citation => ({
    number: at + 1,
    kind: 'passage',
    book_id: 'b',
    book_title: 'The Strange Case of Dr Jekyll',
    author: 'Somebody',
    chapter: null,
    text,
    position: null,
    score: 1,
  }),
);

/** The displayed part of an answer that is streamed in chunks. */
function shown(answer: string, piece = answer.length): { text: string; cited: number[]; leftOut: number } {
  const checked = new CheckedText('What did “that old friend of mine” say?');
  checked.addSources(citations);
  let text = '';
  for (let at = 0; at < answer.length; at += piece) text += checked.add(answer.slice(at, at + piece));
  text += checked.end();
  return { text: text.trim(), cited: [...checked.cited], leftOut: checked.leftOut };
}

const invented = [
  'Ishmael says: “The whale was black as the night.” [1]',
  'Ishmael says “the whale was black as the night”, I think [1].',
  'Ishmael says "the whale was black as the night". [1]',
  'Er sagt: „Der Wal war schwarz wie die Nacht.“ [2]',
  'Er sagt: »Der Wal war schwarz wie die Nacht« [2].',
  'Il dit : « La baleine était noire comme la nuit. » [4]',
  '彼は「鯨は夜のように黒かった」と言う。[3]',
  '他说『那条鲸鱼像黑夜一样黑』。[5]',
  'He says ‘the whale was black as the night’. [1]',
  "He says 'the whale was black as the night'. [1]",
  'He says *the whale was black as the night* [1].',
  '> The whale was black as the night. [1]',
  'He says: > The whale was black as the night. [1]',
  'He says “the whale was black as the night” [1-3].',
  'He says “the whale was black as the night”【1】.',
  'He says “the whale was black as the night”.',
  'He says „the whale was black as the night" [1].',
  'He says “It was the whiteness of the whale that pleased and delighted me” [1].',
  'He says “It was the whiteness of the whale … and a cup of good tea” [1].',
  'He says “the whale was black as the night and so on without an end [1]',
];

const held = [
  'He says: “It was the whiteness of the whale that above all things appalled me.” [1]',
  'He says “it was the whiteness of the whale”, as one does [1].',
  '“It was the whiteness … that above all things appalled me,” he says. [1]',
  '“It was the whiteness of [that] whale that above all things appalled me” [1].',
  'Er sagt: „Alle glücklichen Familien gleichen einander“ [2].',
  'Il dit : « Longtemps, je me suis couché de bonne heure. » [4]',
  '彼は「名前はまだ無い。どこで生れたか」と言う。[3]',
  '书里说『滿紙荒唐言，一把辛酸淚』。[5]',
  'She says ‘Don’t you see what I’ve done’. [6]',
  'It ends: “the lighthouse keeper went away” [6].',
  '> It was the whiteness of the whale that above all things appalled me. [1]',
  'The whales’ whiteness is what the writers’ guild of Nantucket liked. [1]',
  'In “The Strange Case of Dr Jekyll” there is no whale. [1]',
  'You ask about “that old friend of mine”: Ishmael. [1]',
  'He calls it “the whale”. [1]',
  "It is 5'11\" long, and the boat of the old man 12' more. [1]",
];

describe('[Q-06] a quotation by a model', () => {
  for (const answer of invented) {
    test(`is removed when it is invented: ${answer}`, () => {
      for (const piece of [answer.length, 1, 7]) {
        const { text, leftOut } = shown(`It is white. [1] ${answer}\n\nThat is all. [1]`, piece);
        assert.equal(leftOut, 1, `in pieces of ${piece}`);
        assert.doesNotMatch(text, /black|schwarz|noire|黒|黑|pleased|tea/);
        assert.match(text, /^It is white\. \[1\]/);
        assert.match(text, /That is all\. \[1\]$/);
      }
    });
  }

  for (const answer of held) {
    test(`is shown when a source contains it: ${answer}`, () => {
      for (const piece of [answer.length, 1, 7])
        assert.deepEqual(shown(answer, piece).text, answer, `in pieces of ${piece}`);
    });
  }

  test('gets the number of the source that contains it', () => {
    const { text, cited } = shown('“It was the whiteness of the whale” [4], he says.');
    assert.equal(text, '“It was the whiteness of the whale” [1], he says.');
    assert.deepEqual(cited, [1]);
  });

  test('has a uniform citation, whatever marks the model uses', () => {
    assert.equal(shown('White.【1】 Black. [2-3] Red. [Source 4]').text, 'White.[1] Black. [2] [3] Red. [4]');
    assert.equal(shown('White. [7-9] Red. [1, 12]').text, 'White. Red. [1]');
  });

  test('is shown sentence by sentence, when each is complete', () => {
    const checked = new CheckedText();
    checked.addSources(citations);
    assert.equal(checked.add('It is white. [1] He says “It was the whiteness of the'), 'It is white. [1]');
    assert.equal(checked.add(' whale. I'), '');
    assert.equal(checked.end().trim(), '');
    assert.equal(checked.leftOut, 1);
  });
});

test('[O-18] a sentence that does not end is shown in parts', () => {
  const checked = new CheckedText();
  const words = 'word '.repeat(1_500);
  const shown = checked.add(words);
  assert.ok(shown.length > 3_000, `${shown.length}`);
  assert.equal(shown + checked.end(), words);
});
