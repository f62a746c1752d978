import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, test } from 'node:test';
import { type Chapters, mentorTests } from './support/mentor/mentorTests.ts';
import { startServer } from './support/server.ts';

const mentor = mentorTests(startServer);

const chapter = (title: string, thing: string) => ({
  title,
  paragraphs: Array.from(
    { length: 6 },
    (_, at) => `On day ${at} the captain of the ship saw ${thing} at sea.`,
  ),
});
const voyage: Chapters = [
  chapter('I: The Harbor', 'the harbor'),
  chapter('II: The Storm', 'the storm'),
  chapter('III: The Island', 'the island'),
  chapter('IV: The Return', 'the lighthouse'),
];
let id: string;

beforeEach(async () => {
  id = await mentor.addBook(
    { title: 'The Voyage', author: 'Anna Sailor', genre: 'Sea stories', progress: 60, is_reading: 1 },
    voyage,
  );
  await mentor.addBook(
    {
      title: 'War and Peace',
      author: 'A. Soldier',
      genre: 'History',
      series: 'Wars',
      progress: 100,
      completed: 1,
    },
    [chapter('I: The Camp', 'the camp'), chapter('II: The Battle', 'the battle')],
  );
  await mentor.addBook(
    { title: 'Krieg und Frieden', author: 'B. Soldat', genre: 'History', series: 'Wars' },
    [],
  );
  await mentor.addBook({ title: 'Der Zauberberg', author: 'D. Erzähler' });
  await mentor.addBook({ title: 'الإقناع', author: 'C. Writer' }, []);
});

/** The last answer of a new conversation. */
async function answerTo(...questions: readonly string[]): Promise<string> {
  const params = { id: randomUUID() };
  let last = '';
  for (const text of questions) {
    const { answer } = await mentor.reader.call('POST /mentor/conversations/:id/messages', {
      params,
      body: { text },
    });
    last = answer.text;
  }
  return last;
}

const table = (rows: readonly (readonly [questions: readonly string[], answer: RegExp])[]) => {
  for (const [questions, answer] of rows)
    test(questions.join(' '), async () => assert.match(await answerTo(...questions), answer));
};

describe('[Q-05] the question before, asked of another book', () => {
  const [wrote, soldier, soldat] = [
    'Who wrote The Voyage?',
    /^“War and Peace” is by/,
    /^“Krieg und Frieden” is by/,
  ];
  table([
    [[wrote, 'And War and Peace?'], soldier],
    [[wrote, 'What about war and peace?'], soldier],
    [[wrote, 'And War and Piece?'], soldier],
    [[wrote, 'And War and Peace?', 'And Krieg und Frieden?'], soldat],
    [[wrote, 'And War and Peace?', 'And The Voyage?'], /^“The Voyage” is by/],
    [['Wer hat The Voyage geschrieben?', 'Und Krieg und Frieden?'], soldat],
    [['Qui a écrit The Voyage ?', 'Et War and Peace ?'], soldier],
    [['¿Quién escribió The Voyage?', '¿Y War and Peace?'], soldier],
    [['Quem escreveu The Voyage?', 'E War and Peace?'], soldier],
    [['The Voyageの作者は？', 'ではWar and Peaceは？'], soldier],
    [['The Voyage是谁写的？', '那War and Peace呢？'], soldier],
    [['من كتب The Voyage؟', 'وماذا عن الإقناع؟'], /^“الإقناع” is by/],
    [['Кто написал The Voyage?', 'А War and Peace?'], soldier],
    [['Tell me about The Voyage', 'Who wrote it?', 'And War and Peace?'], soldier],
    [['How long did I read The Voyage?', 'And War and Peace?'], /^There are no .* with “War and Peace” yet/],
    [
      ['Summarize chapter 1 of The Voyage', 'And of War and Peace?'],
      /^Key .* “I: The Camp” of “War and Peace”/,
    ],
    [
      ['On which day is the battle seen in The Voyage?', 'Und in War and Peace?'],
      /^From “War and Peace”.* about .*battle/,
    ],
    [['On which day is the battle seen?', 'And in War and Peace?'], /^From “War and Peace”.* about .*battle/],
    [['Wer hat den Zauberberg geschrieben?', 'Und Krieg und Frieden?'], soldat],
    [
      ['Wie lange habe ich The Voyage gelesen?', 'Und im Zauberberg?'],
      /^There are no .* with “Der Zauberberg”/,
    ],
    [['Who wrote War & Peace?', 'And Der Zauberberg?'], /^“Der Zauberberg” is by/],
    // The same book: something of that name in it.
    [['Who wrote War and Peace?', 'And War and Peace?'], /^(?!“War and Peace” is by)/],
    [['Do I have Ulysses?', 'And War and Peace?'], /^Yes, in your library:\n\nWar and Peace, A\. Soldier\./],
    [['Who wrote Moby-Dick, or The Whale?', 'And War and Peace?'], soldier],
    // Nothing was asked of a book before.
    [['How many books do I have?', 'And War and Peace?'], /^(?!Books in your library)/],
    [[wrote, 'And the battle in War and Peace?'], /^(?!“)/],
  ]);

  test('is another question where a book is chosen', async () => {
    const params = { id: randomUUID() };
    const ask = (text: string) =>
      mentor.reader.call('POST /mentor/conversations/:id/messages', { params, body: { text, book_id: id } });
    await ask(wrote);
    assert.doesNotMatch((await ask('And War and Peace?')).answer.text, soldier);
  });
});

describe('[Q-08] the genres and series of the library are listed', () => {
  const genres = /^Genres of your books: 2\.\n\nHistory \(2\)\n\nSea stories \(1\)$/;
  const series = /^Series of your books: 1\.\n\nWars \(2\)$/;
  table([
    [['Which genres do I have?'], genres],
    [['What genres are in my library?'], genres],
    [['How many different genres do I have?'], genres],
    [['Welche Genres habe ich?'], genres],
    [['Quels genres ai-je ?'], genres],
    [['¿Qué géneros tengo?'], genres],
    [['Que gêneros eu tenho?'], genres],
    [['私の本にはどんなジャンルがありますか'], genres],
    [['我有哪些类型的书？'], genres],
    [['ما الأنواع التي عندي؟'], genres],
    [['Какие у меня жанры?'], genres],
    [['Which series do I have?'], series],
    [['Do I have any series?'], series],
    [['Welche Reihen habe ich?'], series],
    [['Quelles séries ai-je ?'], series],
    [['¿Qué series tengo?'], series],
    [['Quais séries eu tenho?'], series],
    [['我有哪些系列？'], series],
    [['私の本にはどんなシリーズがありますか'], series],
    [['ما السلاسل التي عندي؟'], series],
    [['Какие серии у меня есть?'], series],
    [['Which books of the genre History do I have?'], /^(?:Your books with this|Yes|In your)/],
  ]);

  test('the twenty with the most books', async () => {
    for (let at = 0; at < 22; at++)
      await mentor.addBook({ title: `Book ${at}`, author: 'D. Writer', genre: `Kind ${at}` });
    const text = await answerTo('Which genres do I have?');
    assert.match(text, /^Genres of your books: 24\.\n\nHistory \(2\)\n\n.*\n\nAnd 4 more\.$/s);
    assert.equal(text.split('\n\n').length, 22);
  });
});

describe('[Q-05] the next and the previous chapter', () => {
  beforeEach(async () => {
    const { fraction, target } = await mentor.server.services.db
      .selectFrom('passages')
      .select(['fraction', 'target'])
      .where('book_id', '=', id)
      .where('text', 'like', 'On day 0%island%')
      .executeTakeFirstOrThrow();
    await mentor.reader.call('PUT /books/:id/progress', {
      params: { id },
      body: {
        current_page: 3,
        total_pages: 4,
        percentage: 60,
        position: { spine_index: target, fraction: fraction + 0.5 },
        updated_at: '2026-03-12T20:00:00.000Z',
      },
    });
  });

  const first = 'Summarize chapter 1 of The Voyage';
  const storm = /^Key sentences from “II: The Storm” of “The Voyage”/;
  const island = /^Key sentences from “III: The Island” of “The Voyage”, as far as you have read/;
  const ahead = /^“IV: The Return” of “The Voyage” is further on than you’ve read, so I don’t sum it up\.$/;
  table([
    [[first, 'the next chapter'], storm],
    [[first, 'And the next chapter?', 'next chapter'], island],
    [[first, 'Next chapter', 'Next chapter', 'next chapter'], ahead],
    [['Summarize chapter 3 of The Voyage', 'Sum up the next chapter'], ahead],
    [['Summarize chapter 3 of The Voyage', 'the previous chapter'], storm],
    [
      ['Summarize chapter 3 of The Voyage', 'the next chapter', 'the previous chapter', 'previous chapter'],
      storm,
    ],
    [['Summarize the chapter The Storm', 'the chapter after'], island],
    [['Fasse Kapitel 1 von The Voyage zusammen', 'Und das nächste Kapitel?'], storm],
    [['Fasse Kapitel 3 von The Voyage zusammen', 'das vorherige Kapitel'], storm],
    [['Résume le chapitre 1 de The Voyage', 'Et le chapitre suivant ?'], storm],
    [['Résume le chapitre 3 de The Voyage', 'le chapitre précédent'], storm],
    [['Resume el capítulo 1 de The Voyage', '¿Y el siguiente capítulo?'], storm],
    [['Resume el capítulo 3 de The Voyage', 'el capítulo anterior'], storm],
    [['Resuma o capítulo 1 de The Voyage', 'E o próximo capítulo?'], storm],
    [['The Voyageの第1章を要約して', '次の章'], storm],
    [['The Voyageの第3章を要約して', '前の章'], storm],
    [['总结The Voyage第一章', '下一章'], storm],
    [['总结The Voyage第三章', '上一章'], storm],
    [['لخص الفصل الأول من The Voyage', 'الفصل التالي'], storm],
    [['لخص الفصل الثالث من The Voyage', 'الفصل السابق'], storm],
    [['О чём глава 1 The Voyage?', 'следующая глава'], storm],
    [['О чём глава 3 The Voyage?', 'предыдущая глава'], storm],
    // Without a chapter before: beside that of the reader.
    [['Sum up the previous chapter'], storm],
    [['Sum up the next chapter'], ahead],
    [[first, 'the previous chapter'], /^I can’t find that chapter in “The Voyage”\.$/],
    // The one before was of another book.
    [['Summarize chapter 1 of War and Peace', 'Sum up the next chapter of The Voyage'], ahead],
  ]);
});
