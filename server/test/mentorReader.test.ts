import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { MentorMessage } from '@lectern/shared-contracts/api/search.ts';
import type { Client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';
import { putBook, putText } from './support/shelf.ts';

let server: TestServer;
let reader: Client;
let moby: string;

before(async () => {
  server = await startServer();
  reader = await server.reader('ada');
  const owner = reader.user?.id ?? '';
  moby = await putBook(server.services, owner, {
    title: 'Moby-Dick',
    author: 'Herman Melville',
    description: 'A captain hunts a whale.',
    progress: 60,
    is_reading: 1,
    last_opened: new Date().toISOString(),
  });
  await putBook(server.services, owner, { title: 'Persuasion', author: 'Jane Austen', rating: 4 });
  await putText(server.services, owner, moby, [
    {
      title: 'The Ship',
      paragraphs: [
        'In the cabin sat the old man, and with him Starbuck, the chief mate, a native of Nantucket.',
        'The wind was fair. Nobody spoke of the leg.',
        'Then came the long calm, and with it the heat.',
        'The water was as smooth as oil, and the sails hung down.',
        'For a week there was nothing to be seen or done.',
        'On the quarter-deck stood Starbuck, and beside him Stubb, who laughed at the sky.',
        'Afterwards the whale sank the ship, and only Ishmael was left.',
        'Nobody else came home.',
      ],
    },
  ]);
  // The user's position is the passage in which the ship sinks.
  const here = await server.services.db
    .selectFrom('passages')
    .select('fraction')
    .where('text', 'like', 'Afterwards%')
    .executeTakeFirst();
  await reader.call('PUT /books/:id/progress', {
    params: { id: moby },
    body: {
      current_page: 1,
      total_pages: 1,
      percentage: 70,
      position: { spine_index: 0, fraction: here?.fraction ?? 0 },
      updated_at: new Date().toISOString(),
    },
  });
});
after(() => server.stop());

const ask = async (text: string, by = reader): Promise<MentorMessage> =>
  (await by.call('POST /mentor/conversations/:id/messages', { params: { id: randomUUID() }, body: { text } }))
    .answer;

describe('[Q-08] the mentor knows its reader', () => {
  test('which words were looked up, with their sentences; for a named book only its own', async () => {
    const word = (headword: string, book_id: string | null, created_at: string) =>
      reader.call('PUT /words/:id', {
        params: { id: randomUUID() },
        body: {
          word: headword,
          headword,
          language: 'en',
          sentence: `A sentence with ${headword}.`,
          meaning: `what ${headword} means`,
          book_id,
          position: { page: 2 },
          created_at,
        },
      });
    assert.match((await ask('Which words did I look up?')).text, /haven’t looked up any words/);
    await word('harpoon', moby, '2026-01-01T00:00:00.000Z');
    await word('ambergris', null, '2026-01-02T00:00:00.000Z');
    const all = await ask('Which words did I look up?');
    assert.match(
      all.text,
      /the latest first:\n\nambergris: what ambergris means\n\nharpoon: what harpoon means \[1\]$/,
    );
    assert.deepEqual(
      all.citations.map(({ book_id, text, position }) => [book_id, text, position]),
      [[moby, 'A sentence with harpoon.', { page: 2 }]],
    );
    const own = await ask('Which words did I look up in Moby-Dick?');
    assert.doesNotMatch(own.text, /ambergris/);
  });

  test('opinions on a book: rating, notes and highlights with notes, but not bare highlights', async () => {
    assert.match((await ask('What did I think of Moby-Dick?')).text, /haven’t rated “Moby-Dick”/);
    const params = { id: moby };
    await reader.call('POST /books/:id/highlights', {
      params,
      body: { text: 'only marked', color: 'yellow' },
    });
    await reader.call('POST /books/:id/highlights', {
      params,
      body: { text: 'the long calm', color: 'yellow', note: 'too slow for me' },
    });
    const { text, citations } = await ask('What did I think of Moby-Dick?');
    assert.match(text, /the long calm \(too slow for me\) \[1\]/);
    assert.doesNotMatch(text, /only marked/);
    assert.equal(citations.length, 1);
    assert.equal((await ask('What did I think of Persuasion?')).text, 'You gave “Persuasion” 4 of 5 stars.');
  });

  test('where the user stopped and who is in the scene, and nothing beyond it', async () => {
    const { text, citations } = await ask('Where did I stop and who is in this scene?');
    assert.match(text, /^You stopped in “Moby-Dick” at 70 ?%, after these words:\n\n> On the quarter-deck/);
    assert.match(text, /Named in this scene: .*Starbuck/);
    assert.match(text, /Starbuck was first mentioned here:\n\n> In the cabin sat the old man/);
    assert.doesNotMatch(JSON.stringify([text, citations]), /Ishmael|sank/);
    assert.match((await ask('Where did I stop in Persuasion?')).text, /haven’t started “Persuasion”/);
  });

  test('[Q-08] what is left of a book, and when it will be finished', async () => {
    const { text } = await ask('How much of Moby-Dick do I have left?');
    assert.match(text, /^Left in “Moby-Dick”: 30 ?%, about \d+ (minute|hour)s?\./);
    assert.match(text, /\n\nAt 30 minutes a day, you’ll finish it on \d+ [A-Z]\w+\.$/);
    assert.match((await ask('When will I finish Persuasion?')).text, /^Left in “Persuasion”: 100 ?%/);
    for (const question of [
      'How much of Moby-Dick is left?',
      'How many pages are left in Moby-Dick?',
      'How much of Moby-Dick have I read?',
      'How many pages of Moby-Dick have I read?',
      'Combien de pages de Moby-Dick ai-je lues ?',
      'Wie viel von Moby-Dick ist noch übrig?',
    ])
      assert.match((await ask(question)).text, /^Left in “Moby-Dick”: 30 ?%/, question);
    assert.doesNotMatch((await ask('How much of the wind is left in Moby-Dick?')).text, /^Left in/);
    assert.match((await ask('Persuasion还剩多少页？')).text, /^Left in “Persuasion”/);
    await putBook(server.services, reader.user?.id ?? '', { title: 'Don Quijote de la Mancha' });
    for (const question of ['¿Cuánto me queda de Don Quijote?', 'How much of Don Quijote is left?'])
      assert.match((await ask(question)).text, /^Left in “Don Quijote de la Mancha”: 100 ?%/, question);
  });

  test('[Q-08] which books were finished, the last first, with their stars', async () => {
    const done = (title: string, completed_at: string, rating: number | null) =>
      putBook(server.services, other.user?.id ?? '', {
        title,
        completed: 1,
        progress: 100,
        completed_at,
        rating,
      });
    const other = await server.reader('finisher');
    assert.match((await ask('Which books have I finished?', other)).text, /haven’t finished any/);
    await done('Emma', '2026-01-01T00:00:00.000Z', 4);
    await done('Persuasion', '2026-02-01T00:00:00.000Z', null);
    const { text } = await ask('Which books have I finished?', other);
    assert.match(text, /first:\n\nPersuasion\. \[1\]\n\nEmma\. You gave that one 4 stars\. \[2\]$/);
  });

  test('[Q-08] who wrote a book, and which books are unread', async () => {
    assert.equal((await ask('Who wrote Persuasion?')).text, '“Persuasion” is by Jane Austen.');
    assert.match((await ask('Which books have I not read yet?')).text, /Persuasion/);
    assert.doesNotMatch((await ask('Who wrote a letter in Persuasion?')).text, /is by/);
  });

  test('what a book is about: its description, and key sentences up to the user’s place', async () => {
    for (const question of [
      'What is Moby-Dick about?',
      'Moby-Dick',
      'Worum geht es in Moby-Dick?',
      'Tell me about Moby-Dick',
    ]) {
      const { text, citations } = await ask(question);
      assert.match(text, /^The description of “Moby-Dick”: A captain hunts a whale\./, question);
      assert.match(text, /“Moby-Dick”, as far as you have read, 70 ?%/);
      assert.ok(citations.length > 0);
      assert.ok(citations.every(({ kind }) => kind === 'passage'));
      assert.doesNotMatch(JSON.stringify([text, citations]), /Ishmael|sank/);
    }
    assert.doesNotMatch((await ask('What is the leg about in Moby-Dick?')).text, /The description of/);
  });

  test('nothing about another user', async () => {
    const other = await server.reader('eve');
    for (const question of [
      'Which words did I look up?',
      'What did I think of Moby-Dick?',
      'Where did I stop?',
    ])
      assert.doesNotMatch((await ask(question, other)).text, /harpoon|slow|Starbuck/);
  });
});

describe('[Q-02] that there is no answer', () => {
  test('is said first when the best passages contain little of the question', async () => {
    const weak = await ask(
      'Which bicycle and which umbrella did Starbuck choose for the voyage to the moon?',
    );
    assert.match(weak.text, /^I found nothing/);
    const strong = await ask('Who stood on the quarter-deck beside Stubb?');
    assert.doesNotMatch(strong.text, /I found nothing/);
  });

  test('is not said when a passage contains two fifths of the question', async () => {
    const told = await ask('Was the sky over the native’s cabin as smooth as oil?');
    assert.doesNotMatch(told.text, /I found nothing/);
  });
});
