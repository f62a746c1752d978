import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isFollowUp, subjectOf } from '../src/mentor/followUp.ts';

describe('[Q-05] a follow-up question', () => {
  for (const [text, expected] of [
    ['Why did she leave?', true],
    ['And then?', true],
    ['Where does he come from?', true],
    ['Warum hat er das getan?', true],
    ['Pourquoi est-elle partie ?', true],
    ['¿Por qué lo hizo él?', true],
    ['Onde ela mora?', true],
    ['彼はなぜ去ったのか', true],
    ['他为什么离开？', true],
    ['لماذا غادر هو؟', true],
    ['What does Elizabeth think of him?', true],
    ['Was hat Anna ihm gesagt?', true],
    ['What did he see above him when he was lying wounded on the field of battle?', true],
    ['What is it like to hunt a whale on the open sea in winter?', false],
    ['Why does Ahab hate the whale that took his leg?', false],
    ['Who is Queequeg?', false],
    ['What did Jane think of her aunt?', false],
    ['Which coin is nailed to the mast of the Pequod?', false],
  ] as const)
    test(`${expected ? 'leaves out what it is about' : 'says what it is about'}: ${text}`, () => {
      assert.equal(isFollowUp(text), expected);
    });

  test('refers to the names, else the words, of the last question with a topic', () => {
    const questions = ['And then?', 'Where was he born?', 'Who is Queequeg, the harpooneer?'];
    assert.deepEqual(subjectOf({ questions, bookIds: [] }), ['Queequeg']);
    assert.deepEqual(subjectOf({ questions: ['And then?'], bookIds: [] }), []);
    assert.deepEqual(subjectOf({ questions: ['why is the whale white?'], bookIds: [] }), ['whale', 'white']);
  });
});
