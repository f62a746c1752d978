import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, test } from 'node:test';
import { mentorTests } from './support/mentor/mentorTests.ts';

const mentor = mentorTests();
const { ask } = mentor;
let moby: string;
let pride: string;

beforeEach(async () => {
  moby = await mentor.addBook(
    { title: 'Moby-Dick', author: 'Herman Melville', completed: 1, progress: 100 },
    [
      {
        title: 'Loomings',
        paragraphs: ['Call me Ishmael. Some years ago I thought I would sail about and see the watery part.'],
      },
      {
        title: 'The Whiteness of the Whale',
        paragraphs: ['It was the whiteness of the whale that above all things appalled me.'],
      },
    ],
  );
  pride = await mentor.addBook({ title: 'Pride and Prejudice', author: 'Jane Austen', progress: 60 }, [
    {
      title: 'Chapter II',
      paragraphs: ['II Mr. Bennet was among the earliest of those who waited on Mr. Bingley that morning.'],
    },
    {
      title: 'Chapter III',
      paragraphs: ['The whale of a ball was the talk of Meryton, and Bingley danced the whole evening.'],
    },
  ]);
});

const plain = (text: string) => text.replace(/[\uE000\uE001]/g, '');
const paragraphsOf = (text: string) => plain(text).split('\n\n');

describe('a typed text without a model is a search', () => {
  test('and says how many passages have all words together', async () => {
    const { text, citations } = await ask('Why was the whiteness of the whale so appalling?', {
      book_ids: [moby],
    });
    assert.match(
      paragraphsOf(text)[0] ?? '',
      /^Passages with “whiteness”, “whale” and “appalling” together: 1$/,
    );
    assert.equal(citations[0]?.book_id, moby);
    assert.match(text, /\uE000whiteness\uE001/);
    assert.match(paragraphsOf(text)[1] ?? '', /^> It was the whiteness/);
  });

  test('and says which words stand nowhere', async () => {
    const { text } = await ask('Did Zanzibar drown Ishmael?');
    assert.match(paragraphsOf(text)[0] ?? '', /^No passage has .*Zanzibar.*; the nearest have .*Ishmael/);
  });

  test('and says that nothing was found', async () => {
    const { text, citations } = await ask('Xylophone zeppelin');
    assert.match(text, /^Nothing in your books, notes and highlights has/);
    assert.deepEqual(citations, []);
  });

  test('quotes without the number of the chapter', async () => {
    const { text } = await ask('Mr. Bennet earliest', { book_ids: [pride] });
    assert.match(paragraphsOf(text)[1] ?? '', /^> Mr\. Bennet was among the earliest/);
  });

  test('hides passages after the place of the reader', async () => {
    const { text, citations, withheld } = await ask('Meryton ball', { book_ids: [pride] });
    const quoted = paragraphsOf(text).filter((one) => one.includes('Meryton, and Bingley'));
    assert.equal(quoted.length, 1);
    assert.match(quoted[0] ?? '', /^\|\|> /);
    assert.equal(withheld, 1);
    assert.equal(citations[0]?.ahead, true);
  });

  test('looks in the books that it names, that are chosen, or in all', async () => {
    const booksOf = async (text: string, more: object = {}) =>
      [...new Set((await ask(text, more)).citations.map(({ book_id }) => book_id))].sort();
    assert.deepEqual(await booksOf('whale in “Moby-Dick”'), [moby]);
    assert.deepEqual(await booksOf('whale', { book_ids: [pride] }), [pride]);
    assert.deepEqual(await booksOf('whale in “Moby-Dick”', { book_ids: [] }), [moby, pride].sort());
  });
});

describe('bad input to the search', () => {
  for (const [name, text] of [
    ['4,000 letters', 'x'.repeat(4_000)],
    ['4,000 letters of many words', 'whale '.repeat(666)],
    ['Klingon', 'tlhIngan Hol Dajatlh’a’'],
    ['Klingon in its own script', '\uF8D0\uF8D1\uF8D2'],
    ['one emoji', '🐳'],
    ['operators', '"whale* AND (NEAR) -- \' ; {}'],
  ] as const)
    test(`of ${name} is answered`, async () => {
      const { text: answer } = await ask(text);
      assert.notEqual(answer.trim(), '');
      assert.doesNotMatch(answer, /\{\{|undefined/);
    });

  const status = async (body: object) => {
    const response = await mentor.reader.fetch(`/v1/mentor/conversations/${randomUUID()}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.status;
  };

  test('of 100,000 characters is refused', async () => {
    assert.equal(await status({ text: 'x'.repeat(100_000) }), 413);
  });

  test('in a deleted book, or in one of another reader, finds no such book', async () => {
    assert.equal(await status({ text: 'whale', book_ids: [randomUUID()] }), 404);
    assert.equal(await status({ text: 'x', task: 'summary', book_ids: [randomUUID()] }), 404);
    const other = await mentor.server.reader();
    const response = await other.fetch(`/v1/mentor/chapters?book_id=${moby}`);
    assert.equal(response.status, 404);
  });
});
