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

describe('[Q-05] a question that leaves out its book means the one of the conversation', () => {
  beforeEach(async () => {
    await mentor.addBook({ title: 'The Current One', author: 'C. Writer', progress: 30, is_reading: 1 }, [
      { title: 'I', paragraphs: ['The current was strong, and the swimmer was weak. '.repeat(6)] },
    ]);
    await mentor.addBook(
      { title: 'The Lamp', author: 'D. Lampman', genre: 'Fables', series: 'Lights', published: '1899' },
      [
        {
          title: 'I',
          paragraphs: [`Orla lit the lamp of the tower. ${'The lamp was lit again. '.repeat(9)}`],
        },
      ],
    );
  });

  const [lamp, unfinished] = ['Tell me about The Lamp', /^Left in “The Lamp”: 100%/];
  for (const [questions, answer] of [
    [[lamp, 'When was it published?'], /^Your edition of “The Lamp” is dated 1899\.$/],
    [[lamp, 'Which genre is it?'], /^The genre of “The Lamp”: Fables\.$/],
    [[lamp, 'Which genre is it?', 'Is it part of a series?'], /^“The Lamp” belongs to the series Lights\.$/],
    [[lamp, 'Who wrote the book?'], /^“The Lamp” is by D\. Lampman\.$/],
    [[lamp, 'How long is it?'], unfinished],
    [[lamp, 'Have I finished it?'], unfinished],
    [[lamp, 'When will I finish it?'], unfinished],
    [[lamp, 'What did I think of it?'], /^You haven’t rated “The Lamp”/],
    [[lamp, 'What did I highlight in it?'], /^You haven’t highlighted anything in “The Lamp”/],
    [[lamp, 'How long did I read it?'], /^.*“The Lamp”/],
    [[lamp, 'Summarize it'], /^“The Lamp”/],
    [[lamp, 'Quiz me'], /“The Lamp”/],
    [['Who is Orla?', 'Who wrote it?'], /^“The Lamp” is by/],
    [['Who is Orla?', 'Wie lang ist es?'], unfinished],
    [['Who is Orla?', 'Qui l’a écrit ?'], /^“The Lamp” is by/],
    [['Who is Orla?', '¿Quién lo escribió?'], /^“The Lamp” is by/],
    [['Who is Orla?', 'Já o terminei?'], /^You haven’t started “The Lamp”/],
    [['Who is Orla?', '作者は誰？'], /^“The Lamp” is by/],
    [['Who is Orla?', '它是什么时候出版的？'], /^Your edition of “The Lamp”/],
    // Not the one named last, but the one that the question names.
    [[lamp, 'Who wrote The Voyage?'], /^“The Voyage” is by A\. Sailor\.$/],
    [
      [lamp, 'Who wrote The Voyage?', 'How long is it?'],
      /^You’ve finished “The Voyage”\.\n\nThe Voyage\. Pages: /,
    ],
    // Two books are no one: the one that is being read.
    [['Compare The Lamp with The Voyage', 'How long is it?'], /^Left in “The Current One”/],
    [[lamp, 'When will I finish?'], /^Left in “The Current One”/],
    [[lamp, 'Which of my books belong to a series?'], /^I found|^From/],
    [[lamp, 'Which series do I have?'], /^Series of your books: 1\.\n\nLights \(1\)$/],
    [['Do I have Dracula?', 'Who wrote it?'], /^I found nothing/],
    [[lamp, 'Was habe ich darin markiert?'], /^You haven’t highlighted anything in “The Lamp”/],
    [
      ['Who wrote The Voyage?', 'Sum up the last chapter'],
      /^Key sentences from “II: The Storm” of “The Voyage”/,
    ],
    [[lamp, 'How long did I read this week?'], /^(?!.*The Lamp)/s],
    [[lamp, 'Combien de temps ai-je lu en mars ?'], /^(?!.*The Lamp)/s],
    [
      ['Summarize chapter 1 of The Voyage', 'And chapter 2?'],
      /^Key sentences from “II: The Storm” of “The Voyage”/,
    ],
    [['Who wrote The Voyage?', 'From chapter 2 on'], /^Key sentences from “II: The Storm” of “The Voyage”/],
    [[lamp, 'Sum up this chapter'], /“The Current One”/],
    [[lamp, 'Who wrote the letter?'], /^I found|^From/],
  ] as const)
    test(questions.join(' '), async () => assert.match(await answerTo(...questions), answer));
});
