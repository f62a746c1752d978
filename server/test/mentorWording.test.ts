import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, test } from 'node:test';
import { mentorTests } from './support/mentor/mentorTests.ts';

const mentor = mentorTests();

beforeEach(async () => {
  const book = { title: 'The Voyage', author: 'A. Sailor', progress: 100, completed: 1 };
  await mentor.addBook(book, [
    {
      title: 'Preface',
      paragraphs: [`A sailor wrote this book. ${'It is about the sea and its ships. '.repeat(6)}`],
    },
    {
      title: 'I: The Harbor',
      paragraphs: [
        'I The Harbor Rowan left the harbor with his ship and all of his sailors one day. “The harbor is gray and wide, and my ship is slow,” said the sailor, who knew every harbor of that coast.',
      ],
    },
    {
      title: 'II: The Storm',
      paragraphs: [`A storm sank a magnolia of Bezukhov. ${'The storm was a sore trial. '.repeat(8)}`],
    },
  ]);
});

async function answerTo(...questions: string[]): Promise<string> {
  const id = randomUUID();
  let text = '';
  for (const question of questions)
    ({
      answer: { text },
    } = await mentor.reader.call('POST /mentor/conversations/:id/messages', {
      params: { id },
      body: { text: question },
    }));
  return text;
}

describe('[Q-02] what an answer says first is true', () => {
  for (const [about, questions, beginning] of [
    [
      'a title of the question before is no subject',
      ['Who is Captain Rowan?', 'Why did he leave the harbor?'],
      /about “leave”, “harbor” and “Rowan”:/,
    ],
    ['a name is not taken for a common noun', ['Where is Magnolja?'], /^I found nothing about “Magnolja”/],
    [
      'only what is missing was not found',
      ['What is the harbor of Mongolia?'],
      /^I found nothing about “Mongolia” in/,
    ],
    ['a corrected name keeps its capital', ['Who is Bezoukhov?'], /about “Bezukhov”/],
    ['no highlights', ['What did I highlight?'], /^You haven’t highlighted anything yet\.$/],
    [
      'no highlights in a book',
      ['What did I highlight in The Voyage?'],
      /^You haven’t highlighted anything in “The Voyage” yet\.$/,
    ],
    [
      'a chapter by its Roman number',
      ['What happens in chapter 2 of The Voyage?'],
      /^Key sentences from “II: The Storm” of “The Voyage”, quoted word for word:\n\n> A storm sank/,
    ],
  ] as const)
    test(about, async () => {
      assert.match(await answerTo(...questions), beginning);
    });

  test('a chapter that is listed below the title of its book', async () => {
    await mentor.addBook({ title: 'The Garden', author: 'B. Gardener', progress: 100, completed: 1 }, [
      { title: 'The Garden, I', paragraphs: ['The roses slept below the old garden wall. '.repeat(6)] },
      { title: 'Interlude', paragraphs: ['Nothing grew in the garden in that long winter. '.repeat(6)] },
      { title: 'The Garden, II', paragraphs: ['Tulips were planted below the old garden wall. '.repeat(6)] },
    ]);
    for (const question of [
      'What happens in chapter 2 of The Garden?',
      'Was passiert in Kapitel 2 von The Garden?',
    ])
      assert.match(await answerTo(question), /Tulips/, question);
    assert.doesNotMatch(await answerTo('Was passiert in Kapitel 2 von The Garden?'), /roses/);
  });

  test('a sentence of a quiz has one pair of quotation marks and no heading', async () => {
    const text = await answerTo('Quiz me on chapter 1 of The Voyage');
    assert.match(text, /^Questions on “I: The Harbor” of “The Voyage”\./);
    assert.doesNotMatch(text, /““|””|“I /);
  });
});
