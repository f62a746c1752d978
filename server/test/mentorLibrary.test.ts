import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { clockAt } from './support/clock.ts';
import { type Chapters, mentorTests } from './support/mentor/mentorTests.ts';
import { startServer } from './support/server.ts';

/** A Thursday. */
const now = '2026-03-12T20:00:00.000Z';
const clock = clockAt(now);
beforeEach(() => clock.set(now));
const mentor = mentorTests(() => startServer({ services: { now: clock.now } }));

const begun = { progress: 40, is_reading: 1, status: 'reading', last_opened: now };
const sentencesOf = (thing: string) =>
  Array.from(
    { length: 6 },
    (_, at) => `On day ${at} of that voyage the old captain of the ship saw ${thing} in the water.`,
  );
const voyage: Chapters = [
  { title: 'Voyage', paragraphs: ['The Voyage, a novel by Anna Sailor'] },
  { title: 'The Voyage', paragraphs: ['The Voyage Or, An Album'] },
  ...['I: The Harbor', 'II: The Storm', 'III: The Island'].map((title) => ({
    title,
    paragraphs: sentencesOf(title.slice(title.indexOf('The'))),
  })),
];
let id: string;
let emma: string;

beforeEach(async () => {
  id = await mentor.addBook(
    { title: 'The Voyage', author: 'Anna Sailor', page_count: 900, ...begun },
    voyage,
  );
  await mentor.addBook({ title: 'Persuasion', author: 'Jane Austen', page_count: 400 });
  emma = await mentor.addBook({
    title: 'Emma',
    author: 'Jane Austen',
    progress: 100,
    completed: 1,
    status: 'completed',
    completed_at: '2026-02-20T10:00:00.000Z',
    rating: 5,
    page_count: 300,
  });
  // The reader is within the second chapter.
  const { fraction, target } = await mentor.server.services.db
    .selectFrom('passages')
    .select(['fraction', 'target'])
    .where('book_id', '=', id)
    .where('text', 'like', 'On day 3%The Storm%')
    .executeTakeFirstOrThrow();
  await mentor.reader.call('PUT /books/:id/progress', {
    params: { id },
    body: {
      current_page: 1,
      total_pages: 3,
      percentage: 50,
      position: { spine_index: target, fraction },
      updated_at: now,
    },
  });
});

const read = (
  started_at: string,
  minutes: number,
  more: { book_id?: string; pages_read?: number; time_zone?: string } = {},
) =>
  mentor.reader.call('POST /reading/session', {
    body: {
      book_id: id,
      started_at,
      ended_at: new Date(Date.parse(started_at) + minutes * 60_000).toISOString(),
      seconds: minutes * 60,
      ...more,
    },
  });

const table = (rows: readonly (readonly [question: string, answer: RegExp])[]) => {
  for (const [question, answer] of rows)
    test(question, async () => assert.match((await mentor.ask(question)).text, answer));
};

describe('[Q-08] a chapter alone is summed up, as far as it was read', () => {
  const harbor =
    /^Key sentences from “I: The Harbor” of “The Voyage”, quoted word for word:\n\n> On day(?!.*Storm)/s;
  const storm =
    /^Key sentences from “II: The Storm” of “The Voyage”, as far as you have read.*:\n\n> On day(?!.*(?:day [345]|Island))/s;
  const island = /^“III: The Island” of “The Voyage” is further on than you’ve read, so I don’t sum it up\.$/;
  const both =
    /^Key sentences from “I: The Harbor – II: The Storm” of “The Voyage”, as far .*\n\nI: The Harbor:\n\n> On.*\n\nII: The Storm:\n\n> On(?!.*(?:day [345][^\n]*Storm|Island))/s;
  table([
    ['Summarize chapters 1 and 2 of The Voyage', both],
    ['Fasse die ersten zwei Kapitel zusammen', both],
    ['Sum up the last two chapters of The Voyage', both],
    ['第1章から第2章を要約して', both],
    ['Sum up chapters 1-9', /^Key .* “I: The Harbor – III: The Island” of .*as far(?!.*(?:\d:|the Island))/s],
    ['Summarize chapters 3 to 4', island],
    [
      'Sum up chapters 1 to the end',
      /^Key .* “I: The Harbor – II: The Storm” of .*as far(?!.*(?:\d:|Island))/s,
    ],
    ['What happens in The Voyage from chapter 1 on?', /^Key .* “I: The Harbor – II: The Storm” of .*as far/],
    ['Fasse The Voyage ab Kapitel 3 zusammen', island],
    ['Summarize from chapter 9 on', /^I can’t find that chapter in “The Voyage”\.$/],
    ['Summarize chapters 8 to 9', /^I can’t find that chapter in “The Voyage”\.$/],
    ['Quiz me on chapters 1 to 2 of The Voyage', /^Questions on “I: The Harbor – II: The Storm” of/],
    ['Summarize chapter 1 of The Voyage', harbor],
    ['sum up the first chapter', harbor],
    ['What is chapter one about?', harbor],
    ['Summarize the chapter The Harbor', harbor],
    ['fass kapitel zwei zusammen', storm],
    ['résume le deuxième chapitre', storm],
    ['resume el capítulo dos', storm],
    ['resuma o segundo capítulo', storm],
    ['第二章を要約して', storm],
    ['总结第二章', storm],
    ['لخص الفصل الثاني', storm],
    ['о чём вторая глава?', storm],
    ['chapter 2', storm],
    ['Summarize chapter III', island],
    ['Sum up chapter 9', /^I can’t find that chapter in “The Voyage”\.$/],
    ['Summarize chapter 2 of Ulysses', /^No book in your library .*: “Ulysses”\.$/],
  ]);

  test('what was held back is offered', async () => {
    assert.equal((await mentor.ask('Summarize chapter 3')).withheld, 1);
    assert.match(
      (await mentor.ask('Summarize chapter 3', { spoilers: true })).text,
      /^Key sentences from “III/,
    );
  });

  const placeIs = async (spine_index: number, updated_at: string) =>
    mentor.reader.call('PUT /books/:id/progress', {
      params: { id },
      body: {
        current_page: 1,
        total_pages: 3,
        percentage: 50,
        position: { spine_index, fraction: 0 },
        updated_at,
      },
    });

  test('instead of a chapter just begun, the one before it', async () => {
    await placeIs(4, '2026-03-12T20:01:00.000Z');
    const { text, withheld } = await mentor.ask('Sum up this chapter');
    assert.match(
      text,
      /^You’ve only just started “III: The Island”, so here is the chapter before it\.\n\nKey sentences from “II: The Storm” of “The Voyage”, quoted.*\n\n> On day(?!.*Island)/s,
    );
    assert.equal(withheld, 1);
    assert.match((await mentor.ask('Sum up this chapter', { spoilers: true })).text, /^Key .*“III/);
  });

  test('nothing of the first chapter, or of a book that is not begun', async () => {
    await placeIs(2, '2026-03-12T20:02:00.000Z');
    assert.match(
      (await mentor.ask('Fasse dieses Kapitel zusammen')).text,
      /^You’ve only just started “The Voyage”/,
    );
    const { text } = await mentor.ask('Sum up this chapter of Persuasion');
    assert.equal(text, 'You haven’t started “Persuasion” yet.');
  });

  test('and so is a part of a book', async () => {
    const titles = ['Part I', 'Part I, 1', 'Part II', 'Part II, 1', 'Part II, 2', 'Part III'];
    await mentor.addBook(
      { title: 'The War', author: 'A. Soldier', completed: 1, progress: 100 },
      titles.map((title) => ({ title, paragraphs: sentencesOf(title.replace(', ', ' of ')) })),
    );
    for (const question of ['Sum up part two of The War', 'Fasse den zweiten Teil von The War zusammen']) {
      const { citations } = await mentor.ask(question);
      assert.deepEqual([...new Set(citations.map(({ chapter }) => chapter))], titles.slice(2, 5), question);
    }
  });
});

describe('[Q-04] a question about something in a chapter is answered from this chapter', () => {
  const chaptersOf = async (question: string) => [
    ...new Set((await mentor.ask(question)).citations.map(({ chapter }) => chapter)),
  ];
  for (const [question, chapter] of [
    ['What did the captain see in the water in chapter 1 of The Voyage?', 'I: The Harbor'],
    ['What did the old captain of the ship see in this chapter?', 'II: The Storm'],
    ['Wo ist der captain in Kapitel 2 von The Voyage?', 'II: The Storm'],
  ] as const)
    test(question, async () => assert.deepEqual(await chaptersOf(question), [chapter]));

  test('or, where it says nothing of it, from the others', async () => {
    const found = await chaptersOf('Where is the island in chapter 1 of The Voyage?');
    assert.ok(found.includes('III: The Island'), String(found));
  });
});

describe('[Q-08] which books the reader has', () => {
  const austen = /^Yes, in your library:\n\nEmma, Jane Austen\. \[1\]\n\nPersuasion, Jane Austen\. \[2\]$/;
  const none = /^No book in your library has this title or author: “\S+”\.$/;
  table([
    ['Do I have Emma?', /^Yes, in your library:\n\nEmma, Jane Austen\. \[1\]$/],
    ['do i have dracula', none],
    ['Do I own anything by Melville?', none],
    ['Which books by Austen do I have?', austen],
    ['habe ich etwas von austen', austen],
    ['quels livres de jane austen ai-je ?', austen],
    ['¿Qué libros de Austen tengo?', austen],
    ['quais livros de austen eu tenho', austen],
    ['ドラキュラは持ってる？', none],
    ['我有哪些奥斯汀的书', none],
    ['هل عندي كتاب دراكولا', none],
    ['у меня есть дракула?', none],
    ['Do I have Emma and Dracula?', /^In your library:\n\nEmma, .* \[1\]\n\nNo book .*: “Dracula”\.$/],
    ['what else by austen do i have', austen],
    ['do i have a copy of emma', /^Yes/],
    ['Do I have time to finish Emma?', /^(?!Yes|No book)/],
    [
      'How many books do I have?',
      /^Books in your library: 3\. Reading: 1, paused: 0, unread: 1, finished: 1\.$/,
    ],
    ['how many unread books do i have', /^Unread books: 1 of 3\.$/],
    ['How many authors are in my library?', /^Authors in your library: 2\.$/],
    ['how many notes do I have', /^Notes: 0\.$/],
    [
      'how many books did i finish this year',
      /^Books finished, 1 January to 12 March: 1\.\n\nEmma\. You gave that one 5 stars\. \[1\]$/,
    ],
    ['Which books did I finish in January?', /^No books finished, 1 January to 31 January\.$/],
    ['have I read Persuasion?', /^You haven’t started “Persuasion” yet\.$/],
    [
      'which books have 5 stars',
      /^Your favorites and your books with five stars:\n\nEmma\. Pages: 300\. \[1\]$/,
    ],
    ['longest book', /^Your longest books:\n\nThe Voyage\. Pages: 900\. \[1\]/],
    ['kürzestes buch', /^Your shortest books:\n\nEmma\./],
    ['recently added books', /^Your newest books:/],
    ['show my notes', /^You haven’t written any notes yet\.$/],
    ['what can you do', /^Ask me about your books/],
    ['When will I finish Ulysses?', /^No book in your library has this title or author: “Ulysses”\.$/],
    ['wann bin ich mit ulysses fertig', none],
    ['Can I finish it by Friday?', /^Left in “The Voyage”/],
  ]);
});

describe('[Q-08] what was read when', () => {
  beforeEach(async () => {
    await read('2026-03-09T10:00:00Z', 75, { pages_read: 30 });
    await read('2026-03-11T10:00:00Z', 15, { book_id: emma });
    // By the clock of the reader already on the third of March.
    await read('2026-03-02T16:00:00Z', 30, { pages_read: 5, time_zone: 'Asia/Tokyo' });
  });

  const monday =
    /^9 March: 1 hour, 15 minutes of reading\. Pages: 30\.\n\nThe Voyage: 1 hour, 15 minutes\. \[1\]$/;
  const yesterday = /^11 March: 15 minutes of reading\. Pages: 0\.\n\nEmma: 15 minutes\. \[1\]$/;
  table([
    ['What did I read on Monday?', monday],
    ['how long did i read on monday', monday],
    ['was habe ich am montag gelesen', monday],
    ['combien de temps j’ai lu lundi', monday],
    ['cuánto leí el lunes', monday],
    ['quanto tempo li na segunda', monday],
    ['月曜日にどれくらい読んだ？', monday],
    ['周一读了多久', monday],
    ['كم قرأت يوم الاثنين', monday],
    ['что я читал в понедельник', monday],
    ['what did i read yesterday', yesterday],
    ['qu’est-ce que j’ai lu hier', yesterday],
    ['What did I read last Tuesday?', /^10 March: no reading sessions\.$/],
    ['how long did I read last week', /^2 March to 8 March: 30 minutes of reading\. Pages: 5\./],
    ['How long did I read The Voyage this week?', /^9 March to 12 March: 1 hour, 15 minutes/],
    ['how many pages did i read this year', /^1 January to 12 March: 2 hours of reading\. Pages: 36\./],
    ['What did I read in December?', /^1 December 2025 to 31 December 2025: no reading sessions\.$/],
    ['How fast do I read?', /^Pages an hour: 20, over all your sessions with counted pages\.$/],
    ['wie schnell lese ich', /^Pages an hour: 20,/],
  ]);

  const voyage =
    /^“The Voyage”: 1 hour, 45 minutes of reading\. Sessions: 2, the first on 3 March, the latest on 9 March\. Pages: 35\. \[1\]$/;
  table([
    ['How long have I been reading The Voyage?', voyage],
    ['How much time did I spend on this book?', voyage],
    ['How often did I read this book?', voyage],
    ['Wie viel Zeit habe ich insgesamt mit The Voyage verbracht?', voyage],
    ['Combien de temps ai-je passé sur The Voyage ?', voyage],
    ['The Voyageを何時間読みましたか', voyage],
    ['The Voyage我读了多久？', voyage],
    ['How long did I read The Voyage today?', /^The Voyage\. 12 March: no reading sessions\.$/],
    ['How much time did I spend on Emma yesterday?', yesterday],
    ['How long have I been reading Persuasion?', /^There are no reading sessions with “Persuasion” yet\.$/],
    ['Wie viel Zeit habe ich mit Ulysses verbracht?', /^No book in your library .*“Ulysses”\.$/],
    ['How long did I read?', /^You’ve read 0 minutes today/],
    ['How long did I read about storms in The Voyage?', /^(?!“The Voyage”: 1 hour)/],
  ]);

  test('a question about a day in a book is not about the reader', async () => {
    assert.doesNotMatch((await mentor.ask('What did I read about Monday?')).text, /March/);
  });
});

test('[Q-08] the persons of a book are the names that it has most often, up to the place', async () => {
  await mentor.addBook({ title: 'War and Peace', author: 'A. Soldier', completed: 1, progress: 100 }, [
    {
      title: 'I',
      paragraphs: [
        'Then came Mr. Rowan, and with him Linden.',
        'Again Rowan spoke. Nobody saw Linden or Rowan. '.repeat(4),
      ],
    },
  ]);
  for (const question of ['main characters of war and peace', 'who are the main characters in War & Peace?'])
    assert.match(
      (await mentor.ask(question)).text,
      /^The names that “War and Peace” has most often:\n\nRowan was first mentioned here:\n\n> Then came Mr\. Rowan.*\n\nLinden was/,
      question,
    );
});

test('[L-13] passages that were read are shown before those that were not', async () => {
  const { citations } = await mentor.ask('Where is the captain of the ship?', { book_id: id });
  assert.deepEqual([citations[0]?.ahead, citations.at(-1)?.ahead], [undefined, true]);
});

test('[Q-08] highlights and notes of the days that the question names', async () => {
  const params = { id };
  await mentor.reader.call('POST /books/:id/highlights', {
    params,
    body: { text: 'the old captain', color: 'blue' },
  });
  assert.match((await mentor.ask('What did I highlight today?')).text, /> the old captain \[1\]$/);
  assert.match((await mentor.ask('what did i highlight yesterday')).text, /^I found nothing that answers/);
});

test('[Q-08] highlights of the chapter that the question names', async () => {
  for (const [text, spine_index] of [
    ['the gray harbor', 2],
    ['the long storm', 3],
  ] as const)
    await mentor.reader.call('POST /books/:id/highlights', {
      params: { id },
      body: { text, color: 'blue', position: { spine_index, fraction: 0.5 } },
    });
  for (const question of [
    'What did I highlight in chapter 2 of The Voyage?',
    'Was habe ich in Kapitel 2 von The Voyage markiert?',
  ])
    assert.match(
      (await mentor.ask(question)).text,
      /:\n\nYou highlighted:\n\n> the long storm \[1\]$/,
      question,
    );
});

test('[Q-03] a title page is quoted by no answer, whatever its chapter is called', async () => {
  const { text } = await mentor.ask('Where is a novel by Anna?', { book_id: id });
  assert.doesNotMatch(text, /a novel by Anna Sailor/);
  assert.doesNotMatch((await mentor.ask('Where is an album?', { book_id: id })).text, /Or, An Album/);
});

test('a German noun with its article chooses no book, unless it is all that is asked for', async () => {
  await mentor.addBook({ title: 'Der Wal', author: 'Otto Mann' }, [
    { title: 'I', paragraphs: ['Ein Fischer sprach vom Krieg und von seinem Boot am Meer.'] },
  ]);
  await mentor.addBook({ title: 'Geschichten', author: 'B. Erzähler' }, [
    { title: 'I', paragraphs: ['Der Wal ist ein Tier, sagte der Mann, und der Krieg ist keines.'] },
  ]);
  for (const question of ['Was sagt der Wal über den Krieg?', 'Was sagt der Mann über den Krieg?'])
    assert.equal((await mentor.ask(question)).citations[0]?.book_title, 'Geschichten', question);
  assert.match((await mentor.ask('Was sagt Mann über das Boot?')).text, /^From “Der Wal”/);
});
