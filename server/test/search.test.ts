import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { bestMatch, excerpt, unmarked } from '../src/store/excerpt.ts';
import type { Client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';
import { putBook, putText } from './support/shelf.ts';

let server: TestServer;
let reader: Client;
let moby: string;
let paper: string;

before(async () => {
  server = await startServer();
  reader = await server.reader();
  const owner = reader.user?.id ?? '';
  moby = await putBook(server.services, owner, { title: 'Moby-Dick', author: 'Herman Melville' });
  await putText(server.services, owner, moby, [
    {
      title: 'Loomings',
      paragraphs: [
        'Call me Ishmael.',
        `${'Water. '.repeat(80)}I am tormented with an everlasting itch for things remote.`,
      ],
    },
    {
      title: 'The Whiteness of the Whale',
      paragraphs: ['It was the whiteness of the whale that above all things appalled me.'],
    },
  ]);
  paper = await putBook(server.services, owner, { title: 'A Paper', format: 'pdf' });
  await server.services.db
    .insertInto('passages')
    .values({
      book_id: paper,
      user_id: owner,
      seq: 0,
      target: 7,
      fraction: 0,
      chapter: null,
      text: 'The whale oil trade of 1851.',
    })
    .execute();
});
after(() => server.stop());

const search = async (q: string, more: object = {}) =>
  (await reader.call('GET /search', { query: { q, ...more } })).items;

test('[R-07] a hit is the place where the words stand together, not the first of one of them', async () => {
  const owner = reader.user?.id ?? '';
  const book = await putBook(server.services, owner, { title: 'Together' });
  const sentence = 'The lantern hung by the door. A quiet harbor. Later the harbor lantern went out.';
  await putText(server.services, owner, book, [{ title: 'One', paragraphs: [sentence] }]);
  for (const q of ['harbor lantern', 'lantern harbor']) {
    const { items } = await reader.call('GET /books/:id/search', { params: { id: book }, query: { q } });
    assert.equal(items.length, 1);
    assert.match(items[0]?.position?.quote?.exact ?? '', /^harbor lantern went out/);
    assert.match(items[0]?.position?.quote?.prefix ?? '', /Later the $/);
    const found = (await search(q)).find(({ book_id }) => book_id === book);
    assert.match(found?.position?.quote?.exact ?? '', /^harbor lantern went out/);
  }
});

test('[F-15] [GS-05] words with soft hyphens and ligatures are found in the library and in the book', async () => {
  const owner = reader.user?.id ?? '';
  const airship = await putBook(server.services, owner, { title: 'The Airship' });
  await putText(server.services, owner, airship, [
    { title: 'One', paragraphs: ['A zeppe\u00adlin passed.', 'On the roof, a ﬁddler played.'] },
  ]);
  for (const [q, marked] of [
    ['zeppelin', 'A \uE000zeppe\u00adlin\uE001 passed.'],
    ['fiddler', 'On the roof, a \uE000ﬁddler\uE001 played.'],
  ] as const) {
    const everywhere = await search(q);
    const { items } = await reader.call('GET /books/:id/search', { params: { id: airship }, query: { q } });
    for (const found of [everywhere, items])
      assert.deepEqual(
        found.map(({ book_id, text }) => [book_id, text]),
        [[airship, marked]],
      );
  }
});

describe('GET /search', () => {
  test('[GS-05] finds a passage with marked matches and its position', async () => {
    const [found, ...others] = await search('whiteness appalled');
    assert.equal(others.length, 0);
    assert.ok(found);
    assert.deepEqual(
      [found.book_id, found.book_title, found.chapter],
      [moby, 'Moby-Dick', 'The Whiteness of the Whale'],
    );
    assert.match(found.text, /\uE000whiteness\uE001/);
    assert.equal(found.position?.spine_index, 1);
    assert.ok((found.position?.fraction ?? -1) >= 0 && (found.position?.fraction ?? 2) < 0.5);
    assert.match(found.position?.quote?.exact ?? '', /^whiteness of the whale/);
    assert.equal(found.position?.quote?.prefix, 'It was the ');
  });

  test('[GS-05] in a PDF the position is a page', async () => {
    const [found] = await search('oil trade');
    assert.deepEqual(
      [found?.book_id, found?.position?.page, found?.position?.spine_index],
      [paper, 7, undefined],
    );
  });

  test('the position is that of the words, not of the passage', async () => {
    const [found] = await search('everlasting itch');
    assert.ok((found?.position?.fraction ?? 0) > 0.8, JSON.stringify(found?.position));
    assert.ok((found?.text.length ?? 0) < 300, 'a list shows some words around the match');
  });

  test('supports phrases, authors, titles and tags', async () => {
    assert.equal((await search('"whale oil"')).length, 1);
    assert.equal((await search('"oil whale"')).length, 0);
    const booksOf = async (q: string) => (await search(q)).map(({ book_id }) => book_id);
    assert.deepEqual(await booksOf('whale author:melville'), [moby]);
    assert.deepEqual(await booksOf('whale in:paper'), [paper]);
    assert.deepEqual(await booksOf('whale in:"a paper"'), [paper]);
    assert.deepEqual(await booksOf('whale author:nobody'), []);
    assert.deepEqual(await booksOf('whale tag:trade'), []);
    await reader.call('POST /notes/book/:bookId', {
      params: { bookId: paper },
      body: { content: 'On oil.', tags: ['Trade'] },
    });
    assert.deepEqual(await booksOf('whale tag:trade'), [paper]);
  });

  test('tolerates typos, and returns the corrected query', async () => {
    const { items, corrected } = await reader.call('GET /search', { query: { q: 'whitness apalled' } });
    assert.equal(items[0]?.chapter, 'The Whiteness of the Whale');
    assert.equal(corrected, 'whiteness appalled');
    // Also where no passage has all the corrected words.
    const some = await reader.call('GET /search', { query: { q: 'whitness Ishmael' } });
    assert.equal(some.corrected, 'whiteness Ishmael');
    assert.equal(some.items.length > 0, true);
    assert.deepEqual(await search('xyzzyx'), []);
    // Words of other users' books are not suggested.
    const other = await server.reader('bookless');
    const nothing = await other.call('GET /search', { query: { q: 'whitness' } });
    assert.deepEqual(nothing, { items: [], corrected: null, left_out: [] });
  });

  test('[Q-07] when no passage has all words, stop words are dropped first, then as few others as possible, and reported', async () => {
    const asked = async (q: string) => {
      const { items, left_out } = await reader.call('GET /search', { query: { q } });
      return [items.map(({ chapter, book_title }) => chapter ?? book_title), left_out];
    };
    const whiteness = 'The Whiteness of the Whale';
    assert.deepEqual(await asked('why were you appalled by the whiteness'), [[whiteness], []]);
    assert.deepEqual(await asked('whiteness appalled Ishmael'), [[whiteness], ['Ishmael']]);
    const [any, leftOut] = await asked('whiteness Ishmael oil quxquux');
    assert.equal((any as string[]).length, 3);
    assert.deepEqual(leftOut, ['quxquux']);
    // Quoted words are required.
    assert.deepEqual(await asked('"appalled whale" whiteness'), [[], []]);
  });

  test('[Q-07] passages without the stop words of a sentence come after those with all words', async () => {
    const booksOf = async (q: string) => (await search(q)).map(({ book_id }) => book_id);
    assert.deepEqual(await booksOf('it was the whale'), [moby, paper]);
    // A stop word that is in none of the books is not corrected to another word.
    assert.deepEqual(new Set(await booksOf('what of the whale')), new Set([moby, paper]));
    assert.deepEqual(new Set(await booksOf('what does he say of the whale')), new Set([moby, paper]));
  });

  test('[Q-07] a mistyped word becomes the nearest one that the books have most often', async () => {
    const owner = reader.user?.id ?? '';
    const casebook = await putBook(server.services, owner, { title: 'The Casebook' });
    const often = Array.from({ length: 3 }, (_, at) => `Holmes played for the ${at}th time.`);
    await putText(server.services, owner, casebook, [
      { title: 'One', paragraphs: ['She holds a violin.', ...often] },
    ]);
    assert.equal((await reader.call('GET /search', { query: { q: 'holms' } })).corrected, 'holmes');
    await reader.call('DELETE /books/:id', { params: { id: casebook } });
  });

  test('[Q-07] of two words as near as each other, the one that begins most like the mistyped one is meant', async () => {
    const casebook = await putBook(server.services, reader.user?.id ?? '', { title: 'The Casebook' });
    await putText(server.services, reader.user?.id ?? '', casebook, [
      { title: 'One', paragraphs: ['A witness came.', 'The witness of the whale left.'] },
    ]);
    const { corrected } = await reader.call('GET /search', { query: { q: 'whitness whale' } });
    assert.equal(corrected, 'whiteness whale');
    await reader.call('DELETE /books/:id', { params: { id: casebook } });
  });

  test('[Q-07] parts of an ISBN are not searched for', async () => {
    const numbers = await putBook(server.services, reader.user?.id ?? '', { title: 'Numbers' });
    await putText(server.services, reader.user?.id ?? '', numbers, [
      {
        title: 'One',
        paragraphs: ['Of the 978 ships 14 had 0 guns, and 8 had one.', 'ISBN 978-1-57387-829-6.'],
      },
    ]);
    assert.deepEqual(await search('978-0-14-143951-8'), []);
    assert.equal((await search('978-1-57387-829-6')).length, 1);
    await reader.call('DELETE /books/:id', { params: { id: numbers } });
  });

  test('can be limited to one book', async () => {
    assert.equal((await search('whale')).length, 2);
    assert.deepEqual(
      (await search('whale', { book_id: paper })).map(({ book_id }) => book_id),
      [paper],
    );
  });

  test('finds nothing for another user', async () => {
    const other = await server.reader('other');
    assert.deepEqual((await other.call('GET /search', { query: { q: 'whale' } })).items, []);
    assert.deepEqual((await other.call('GET /search', { query: { q: 'whale', book_id: moby } })).items, []);
  });

  test('[AE-03] accepts any input: quotes, operators, surrogates, nothing', async () => {
    for (const q of [
      '"',
      '*',
      '%',
      'NEAR(',
      'a AND',
      "'; drop table books; --",
      '\ud800',
      '',
      '   ',
      'x'.repeat(400),
    ]) {
      assert.ok(Array.isArray(await search(q)), q);
    }
    await reader.fails(422, 'GET /search', { query: { q: 'x'.repeat(10_000) } });
  });

  test('[AE-04] refuses an invalid limit', async () => {
    for (const limit of [-1, 1e9, 'NaN'])
      await reader.fails(422, 'GET /search', { query: { q: 'whale', limit } });
  });
});

describe('an excerpt', () => {
  const long = `${'before '.repeat(100)}\uE000whale\uE001 ${'after '.repeat(100)}`;

  test('surrounds the first match, cut between words', () => {
    const cut = excerpt(long, 120);
    assert.match(cut, /^… before .*\uE000whale\uE001.* after …$/s);
    assert.ok(unmarked(cut).length <= 130);
  });

  test('[R-07] shows where the words of the query stand closest', () => {
    const marked = `a \uE000white\uE001 sail ${'before '.repeat(80)}\uE000whales\uE001 and the \uE000white\uE001 \uE000whale\uE001 came`;
    const match = bestMatch(marked, ['white', 'whale']);
    assert.equal(unmarked(marked).slice(match.start, match.end), 'white whale');
    assert.match(excerpt(marked, 120, match), /\uE000white\uE001 \uE000whale\uE001 came$/);
    // A corrected word is not one of the query.
    assert.deepEqual(bestMatch(marked, ['whyte']), { start: 2, end: 7 });
  });

  test('of a short text is the text', () => {
    assert.equal(excerpt('a \uE000whale\uE001', 120), 'a \uE000whale\uE001');
    assert.equal(excerpt('nothing marked', 120), 'nothing marked');
  });

  test('keeps delimiters paired wherever it is cut', () => {
    const marked = `${'\uE000whale\uE001 and '.repeat(60)}`;
    for (let length = 20; length < 200; length += 1) {
      const cut = excerpt(marked, length);
      assert.equal(cut.split('\uE000').length, cut.split('\uE001').length);
      assert.deepEqual(bestMatch(cut).end > bestMatch(cut).start, true);
    }
  });
});
