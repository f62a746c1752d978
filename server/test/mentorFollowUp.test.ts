import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LookupBook } from '../src/mentor/bookLookup.ts';
import { isFollowUp, subjectOf } from '../src/mentor/question/followUp.ts';
import { questionWithSubject } from '../src/mentor/questionSubject.ts';

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
    assert.deepEqual(subjectOf({ questions }), ['Queequeg']);
    assert.deepEqual(subjectOf({ questions: ['And then?'] }), []);
    assert.deepEqual(subjectOf({ questions: ['why is the whale white?'] }), ['whale', 'white']);
  });

  test('has the words beside the title where the question before named a book', () => {
    const book = { id: 'voyage', title: 'The Long Voyage', author: 'A. Sailor' } as LookupBook;
    const earlier = { questions: ['What is the hunt in The Long Voyage about?'], bookIds: [] };
    const { words, books } = questionWithSubject({ text: 'And how does it end?', bookId: null, earlier }, [
      book,
    ]);
    assert.deepEqual([words, books.map(({ id }) => id)], [['end', 'hunt'], ['voyage']]);
  });

  test('is not searched with its stop words', () => {
    const earlier = { questions: ['Wer ist Queequeg?'], bookIds: [] };
    const { words } = questionWithSubject({ text: 'Und woher kommt er?', bookId: null, earlier }, []);
    assert.deepEqual(words, ['Queequeg']);
  });
});
