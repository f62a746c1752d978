import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { ImportedBook } from '@lectern/shared-contracts/api/books.ts';
import type { Upload } from '@lectern/shared-contracts/api/uploads.ts';
import { addBook } from './support/books.ts';
import type { Client } from './support/client.ts';
import { makeEpub } from './support/epub.ts';
import { startServer, type TestServer } from './support/server.ts';
import { begin, send } from './support/tus.ts';

let server: TestServer;
let reader: Client;

before(async () => {
  server = await startServer();
});
after(() => server.stop());
beforeEach(async () => {
  reader = await server.reader();
});

const listed = (title: string, more: Partial<ImportedBook> = {}): ImportedBook => ({
  title,
  author: 'Ina Clue',
  status: 'unread',
  ...more,
});
const bring = async (...items: ImportedBook[]) =>
  (await reader.call('POST /books/import', { body: { items } })).items;
const list = async () => (await reader.call('GET /books', {})).items;
const bookOf = (id = '') => reader.call('GET /books/:id', { params: { id } });
const sendFile = async (epub: Parameters<typeof makeEpub>[0], book?: string) => {
  const bytes = await makeEpub(epub);
  const named = book
    ? { headers: { 'upload-metadata': `book ${Buffer.from(book).toString('base64')}` } }
    : {};
  const location = (await begin(reader, bytes.length, named)).headers.get('location') ?? '';
  return (await (await send(reader, location, bytes)).json()) as Upload;
};
const join = (id: string, same: boolean) =>
  reader.call('POST /books/:id/perhaps-same', { params: { id }, body: { same } });

const [isbnA, isbnB] = ['9780306406157', '9789020612806'];

type Pair = [says: string, one: ImportedBook, other: ImportedBook];

const different: Pair[] = [
  ['their ISBNs', listed('The Door', { isbn13: isbnA }), listed('The Door', { isbn13: isbnB })],
  [
    'their ISBNs, of ten and of thirteen digits',
    listed('The Door', { isbn10: '0306406152' }),
    listed('The Door', { isbn13: isbnB }),
  ],
  ['their subtitles', listed('Diaries: The Blue Door'), listed('Diaries: The Red Lamp')],
  ['subtitles after a dash', listed('Diaries – The Blue Door'), listed('Diaries – The Red Lamp')],
  ['words in brackets', listed('Diaries (Blue)'), listed('Diaries (Red)')],
  ['their numbers in a series', listed('Diaries (Wet, #1)'), listed('Diaries (Wet, #2)')],
  ['half numbers', listed('Diaries (Wet, #1)'), listed('Diaries (Wet, #1.5)')],
  ['their authors', listed('Poems'), listed('Poems', { author: 'Bea South' })],
  ['the first names of their authors', listed('Poems'), listed('Poems', { author: 'Bea Clue' })],
];

const same: Pair[] = [
  ['one ISBN', listed('The Door', { isbn13: isbnA }), listed('La puerta', { isbn13: isbnA, author: '' })],
  [
    'one ISBN in both lengths',
    listed('The Door', { isbn10: '0306406152' }),
    listed('Door', { isbn13: isbnA }),
  ],
  ['case, accents and punctuation', listed('Émile, a “Life”'), listed('EMILE: A LIFE')],
  ['title and authors, where one has an ISBN', listed('The Door', { isbn13: isbnA }), listed('The Door')],
  ['the author, last name first', listed('The Door'), listed('The Door', { author: 'Clue, Ina' })],
  [
    'all authors in another order',
    listed('The Door', { author: 'Ann Able, Bob Baker' }),
    listed('The Door', { author: 'Bob Baker & Ann Able' }),
  ],
  ['the first of two series', listed('Rain (Wet, #1; Drizzle, #4)'), listed('Rain (Wet #1)')],
  ['a comma for the colon', listed('The Hobbit, or There and Back'), listed('The Hobbit: or There and Back')],
];

const doubtful: Pair[] = [
  ['a subtitle on one side', listed('Diaries'), listed('Diaries: The Blue Door')],
  ['a number on one side', listed('Diaries (Wet, #1)'), listed('Diaries')],
  ['an edition in brackets', listed('Emma'), listed('Emma (Penguin Classics)')],
  ['a further author', listed('The Door'), listed('The Door', { author: 'Ina Clue, Bob Baker' })],
  ['no author on one side', listed('The Door'), listed('The Door', { author: '' })],
  ['initials', listed('The Door', { author: 'I. M. Clue' }), listed('The Door', { author: 'Ina Mary Clue' })],
  ['another series', listed('Rain (Wet, #1)'), listed('Rain (Drizzle, #4)')],
];

describe('two rows of a list', () => {
  for (const [says, one, other] of different)
    for (const atOnce of [true, false])
      test(`[N-01] are two books by ${says}${atOnce ? '' : ', when imported one after the other'}`, async () => {
        const items = atOnce ? await bring(one, other) : [...(await bring(one)), ...(await bring(other))];
        assert.deepEqual(
          items.map(({ created }) => created),
          [true, true],
        );
        for (const book of await list()) assert.equal(book.perhaps_same_as, undefined);
      });

  for (const [says, one, other] of same)
    for (const atOnce of [true, false])
      test(`[N-01] are one book by ${says}${atOnce ? '' : ', when imported one after the other'}`, async () => {
        const items = atOnce ? await bring(one, other) : [...(await bring(one)), ...(await bring(other))];
        assert.equal(items[1]?.id, items[0]?.id);
        assert.equal((await list()).length, 1);
      });

  for (const [says, one, other] of doubtful)
    test(`[N-01] are two books that may be the same with ${says}; imported again, nothing is added`, async () => {
      for (const pair of [
        [one, other],
        [other, one],
      ] as const) {
        reader = await server.reader();
        const [first, second] = await bring(...pair);
        assert.deepEqual([first?.created, second?.created, second?.perhaps], [true, true, true]);
        assert.equal((await bookOf(second?.id)).perhaps_same_as, first?.id);
        const again = await bring(...pair);
        assert.deepEqual(
          again.map(({ id, created }) => [id, created]),
          [
            [first?.id, false],
            [second?.id, false],
          ],
        );
      }
    });

  test('[N-01] of two editions, a third row without an ISBN is neither', async () => {
    const editions = await bring(listed('Door', { isbn13: isbnA }), listed('Door', { isbn13: isbnB }));
    const [third] = await bring(listed('Door'));
    assert.deepEqual([third?.created, third?.perhaps], [true, true]);
    const { perhaps_same_as } = await bookOf(third?.id);
    assert.ok(editions.some(({ id }) => id === perhaps_same_as));
    assert.equal((await bring(listed('Door')))[0]?.id, third?.id);
  });
});

describe('a file', () => {
  test('[N-02] of another ISBN is a book of its own, whatever its title', async () => {
    const [row] = await bring(listed('Star Cycle: Rising Sun', { isbn13: isbnA, status: 'completed' }));
    for (const title of ['Star Cycle: Falling Moon', 'Star Cycle: Rising Sun']) {
      const { book } = await sendFile({ title, author: 'Ina Clue', isbn: isbnB, chapters: [title] });
      assert.notEqual(book?.id, row?.id);
      assert.deepEqual([book?.title, book?.status], [title, 'unread']);
      assert.notEqual(book?.perhaps_same_as, row?.id);
    }
    assert.equal((await bookOf(row?.id)).format, 'none');
  });

  test('[N-02] that the reader chose for a book of another ISBN may be the same', async () => {
    const [row] = await bring(listed('The Door', { isbn13: isbnA }));
    const { book } = await sendFile({ title: 'The Door', isbn: isbnB }, row?.id);
    assert.notEqual(book?.id, row?.id);
    assert.equal(book?.perhaps_same_as, row?.id);
  });

  test('[N-02] with the ISBN-13 of a row’s ISBN-10 is that row’s', async () => {
    const [row] = await bring(listed('The Door', { isbn10: '0306406152' }));
    assert.equal((await sendFile({ title: 'Door', isbn: isbnA })).book?.id, row?.id);
  });

  test('[N-02] of a doubtful row is a new book that may be the same', async () => {
    const [row] = await bring(listed('Star Cycle: Rising Sun'));
    const { book } = await sendFile({ title: 'Star Cycle', author: 'Ina Clue' });
    assert.notEqual(book?.id, row?.id);
    assert.equal(book?.perhaps_same_as, row?.id);
  });
});

describe('of two books that may be the same', () => {
  const twoBooks = async () => {
    const completed = {
      status: 'completed',
      rating: 4,
      completed_at: '2020-02-03T12:00:00.000Z',
      publisher: 'Row Press',
    } as const;
    const [row] = await bring(listed('Star Cycle: Rising Sun', completed));
    const { book } = await sendFile({ title: 'Star Cycle', author: 'Ina Clue' });
    assert.ok(row && book);
    return { row: row.id, file: book.id };
  };

  test('[N-01] joined, one with the file is left, with the notes, collections and dates of both', async () => {
    const { row, file } = await twoBooks();
    const note = await reader.call('POST /notes/book/:bookId', {
      params: { bookId: row },
      body: { content: 'Badly done, indeed.' },
    });
    const shelf = { name: 'Sea', description: null, color: null, icon: null };
    for (const bookIds of [[row], [row, file]])
      await reader.call('PUT /collections/:id', {
        params: { id: crypto.randomUUID() },
        body: { ...shelf, bookIds },
      });
    const kept = await join(file, true);
    assert.partialDeepStrictEqual(kept, {
      id: file,
      title: 'Star Cycle',
      format: 'epub',
      status: 'completed',
      rating: 4,
      publisher: 'Row Press',
      completed_at: '2020-02-03T12:00:00.000Z',
    });
    assert.equal(kept.perhaps_same_as, undefined);
    assert.deepEqual(
      (await list()).map(({ id }) => id),
      [file],
    );
    assert.deepEqual(
      (await reader.call('GET /notes', {})).items.map(({ id, book_id }) => [id, book_id]),
      [[note.id, file]],
    );
    for (const { bookIds } of (await reader.call('GET /collections', {})).items)
      assert.deepEqual(bookIds, [file]);
  });

  test('[N-01] without files, the older one is left', async () => {
    const [one, other] = await bring(
      listed('Diaries', { rating: 2 }),
      listed('Diaries: Blue', { rating: 5 }),
    );
    const kept = await join(other?.id ?? '', true);
    assert.deepEqual([kept.id, kept.title, kept.rating], [one?.id, 'Diaries', 2]);
    assert.equal((await list()).length, 1);
  });

  test('[N-01] after a no, both are left and it is not asked again', async () => {
    const { file } = await twoBooks();
    assert.equal((await join(file, false)).perhaps_same_as, undefined);
    assert.equal((await bookOf(file)).perhaps_same_as, undefined);
    assert.equal((await list()).length, 2);
    await reader.fails(404, 'POST /books/:id/perhaps-same', { params: { id: file }, body: { same: true } });
  });

  test('[N-01] nobody else can join them', async () => {
    const { file } = await twoBooks();
    const other = await server.reader();
    await other.fails(404, 'POST /books/:id/perhaps-same', { params: { id: file }, body: { same: true } });
    assert.equal((await list()).length, 2);
  });
});

describe('a row of a book that is there already', () => {
  const own = (fields: Parameters<typeof addBook>[2] = {}) =>
    addBook(server.services, reader.user?.id ?? '', { title: 'One author', author: 'Ann Able', ...fields });
  const row: ImportedBook = {
    title: 'One author',
    author: 'Ann Able',
    publisher: 'Row Press',
    isbn13: isbnA,
    status: 'completed',
    rating: 5,
    completed_at: '2021-03-04T12:00:00.000Z',
  };

  test('[B-03] fills what is empty, once', async () => {
    const id = await own();
    const [item] = await bring(row);
    assert.partialDeepStrictEqual(item, { id, created: false });
    assert.partialDeepStrictEqual(await bookOf(id), {
      publisher: 'Row Press',
      isbn13: isbnA,
      isbn10: '0306406152',
      status: 'completed',
      progress: 100,
      rating: 5,
      completed_at: row.completed_at,
    });
    const { updated_at } = await bookOf(id);
    await bring(row);
    assert.equal((await bookOf(id)).updated_at, updated_at);
  });

  test('[N-01] gives it one ISBN; a further row of another ISBN is another book', async () => {
    const id = await own();
    const items = await bring(row, { ...row, isbn13: isbnB });
    assert.deepEqual(
      items.map((item) => [item.id === id, item.created]),
      [
        [true, false],
        [false, true],
      ],
    );
    assert.deepEqual((await list()).map(({ isbn13 }) => isbn13).sort(), [isbnA, isbnB]);
  });

  test('[B-03] overwrites nothing', async () => {
    const kept = {
      publisher: 'Own Press',
      rating: 2,
      status: 'reading',
      is_reading: 1,
      progress: 40,
      isbn: isbnB,
      isbn13: isbnB,
    } as const;
    const id = await own(kept);
    const [item] = await bring({ ...row, isbn13: isbnB });
    assert.equal(item?.id, id);
    assert.partialDeepStrictEqual(await bookOf(id), { ...kept, is_reading: true, completed_at: null });
  });
});

test('[B-02] a completed book without a date has none, also after a change, and a goal does not count it', async () => {
  const [item] = await bring(
    listed('Childhood', { status: 'completed', added_at: '2026-11-20T12:00:00.000Z' }),
  );
  const id = item?.id ?? '';
  const { completed, completed_at, progress } = await bookOf(id);
  assert.deepEqual([completed, completed_at, progress], [true, null, 100]);
  for (const body of [
    { rating: 3 },
    { status: 'completed' as const },
    { completed: true },
    { progress: 100 },
  ])
    assert.equal((await reader.call('PATCH /books/:id', { params: { id }, body })).completed_at, null);
  const { items } = await reader.call('GET /books', {});
  assert.equal(items[0]?.completed_at, null);
});
