import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { ImportedBook } from '@lectern/shared-contracts/api/books.ts';
import type { Upload } from '@lectern/shared-contracts/api/uploads.ts';
import sharp from 'sharp';
import { coverSizes } from '../src/store/blobs/blobs.ts';
import { addBook } from './support/books.ts';
import { type Client, client } from './support/client.ts';
import { makeEpub } from './support/epub.ts';
import { startServer, type TestServer } from './support/server.ts';
import { afterStatement, withTwoServers } from './support/sideBySide.ts';
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

const add = (fields?: Parameters<typeof addBook>[2]) =>
  addBook(server.services, reader.user?.id ?? '', fields);
const bring = (...items: ImportedBook[]) => reader.call('POST /books/import', { body: { items } });
const list = async () => (await reader.call('GET /books', {})).items;

describe('imported books', () => {
  test('have no file, but status, rating and dates', async () => {
    const [read, toRead] = (
      await bring(
        {
          title: 'The Fellowship of the Ring (The Lord of the Rings, #1)',
          author: 'J.R.R. Tolkien',
          isbn13: '9780618346257',
          page_count: 398,
          status: 'completed',
          rating: 5,
          added_at: '2019-01-02T00:00:00.000Z',
          completed_at: '2019-02-03T00:00:00.000Z',
        },
        { title: 'Middlemarch', author: 'George Eliot', status: 'unread' },
      )
    ).items;
    const books = await list();
    const ring = books.find(({ id }) => id === read?.id);
    assert.partialDeepStrictEqual(ring, {
      title: 'The Fellowship of the Ring',
      series: 'The Lord of the Rings',
      series_index: 1,
      format: 'none',
      status: 'completed',
      completed: true,
      progress: 100,
      rating: 5,
      page_count: 398,
      cover_url: null,
      created_at: '2019-01-02T00:00:00.000Z',
      completed_at: '2019-02-03T00:00:00.000Z',
    });
    assert.partialDeepStrictEqual(
      books.find(({ id }) => id === toRead?.id),
      { status: 'unread', completed: false, completed_at: null, rating: null },
    );
  });

  test('with brackets that name no series keep their title', async () => {
    const titles = [
      'A Title ( #1)',
      '(The Rings, #1)',
      'Open (The Rings, #1',
      'A Title (The (old) Rings, #1)',
    ];
    await bring(...titles.map((title) => ({ title, author: 'An Author', status: 'unread' as const })));
    for (const { title, series } of await list()) {
      assert.ok(titles.includes(title), title);
      assert.equal(series, null, title);
    }
  });

  test('imported again or already uploaded are not duplicated', async () => {
    const own = await add({ title: 'Emma', author: 'Jane Austen', isbn13: '9780141439587' });
    const books: ImportedBook[] = [
      {
        title: 'Emma (Penguin Classics)',
        author: 'Austen, Jane',
        isbn13: '9780141439587',
        status: 'unread',
      },
      { title: 'Dubliners: Stories', author: 'James Joyce', status: 'unread' },
      { title: 'DUBLINERS, stories', author: 'James  Joyce', status: 'unread' },
    ];
    const first = (await bring(...books)).items;
    assert.deepEqual(
      first.map(({ created }) => created),
      [false, true, false],
    );
    assert.equal(first[0]?.id, own);
    assert.equal(first[1]?.id, first[2]?.id);
    const again = (await bring(...books)).items;
    assert.deepEqual(
      again,
      first.map(({ id }) => ({ id, created: false })),
    );
    assert.deepEqual((await list()).map(({ title, status }) => [title, status]).sort(), [
      ['Dubliners: Stories', 'unread'],
      ['Emma', 'unread'],
    ]);
  });

  test('that were renamed are found by the new name, and not by the old one', async () => {
    const [made] = (await bring({ title: 'Dubliners', author: 'James Joyce', status: 'unread' })).items;
    assert.ok(made);
    await reader.call('PATCH /books/:id', { params: { id: made.id }, body: { title: 'Ulysses' } });
    const again = await bring(
      { title: 'ULYSSES', author: 'James Joyce', status: 'unread' },
      { title: 'Dubliners', author: 'James Joyce', status: 'unread' },
    );
    assert.deepEqual(
      again.items.map(({ id, created }) => [id === made.id, created]),
      [
        [true, false],
        [false, true],
      ],
    );
  });

  test('earn no points, since they were not read here', async () => {
    const before = await reader.call('GET /api/gamification/stats', {});
    await bring({ title: 'Ulysses', author: 'James Joyce', status: 'completed' });
    await reader.call('POST /api/gamification/actions', {
      body: { action: 'book_completed', timestamp: new Date().toISOString() },
    });
    const after = await reader.call('GET /api/gamification/stats', {});
    assert.equal(after.totalPoints, before.totalPoints);
  });

  test('are refused when the list is invalid', async () => {
    for (const items of [
      [],
      [{ title: '', author: '', status: 'unread' }],
      [{ title: 'x', author: 'y', status: 'eaten' }],
    ])
      await reader.fails(422, 'POST /books/import', { body: { items } as never });
    assert.equal((await list()).length, 0);
  });
});

describe('the file of an imported book', () => {
  const listed: ImportedBook = {
    title: 'Emma (Penguin Classics)',
    author: 'Austen, Jane',
    isbn13: '9780141439587',
    status: 'completed',
    rating: 5,
    added_at: '2019-01-02T00:00:00.000Z',
    completed_at: '2019-02-03T00:00:00.000Z',
  };
  const sendFile = async (bytes: Uint8Array, book?: string) => {
    const named = book
      ? { headers: { 'upload-metadata': `book ${Buffer.from(book).toString('base64')}` } }
      : {};
    const location = (await begin(reader, bytes.length, named)).headers.get('location') ?? '';
    return (await (await send(reader, location, bytes)).json()) as Upload;
  };

  test('is added when the user says so: the book can be read and keeps its data', async () => {
    const [item] = (await bring(listed)).items;
    const id = item?.id ?? '';
    const note = await reader.call('POST /notes/book/:bookId', {
      params: { bookId: id },
      body: { content: 'Badly done, indeed.' },
    });
    const upload = await sendFile(await makeEpub({ title: 'Quite another title', author: 'X' }), id);
    assert.deepEqual([upload.state, upload.duplicate, upload.book?.id], ['done', false, id]);
    const [book, ...others] = await list();
    assert.deepEqual(others, []);
    assert.partialDeepStrictEqual(book, {
      id,
      title: listed.title,
      author: listed.author,
      isbn13: listed.isbn13,
      format: 'epub',
      status: 'completed',
      rating: 5,
      created_at: listed.added_at,
      completed_at: listed.completed_at,
    });
    assert.equal((await reader.call('GET /notes', {})).items[0]?.id, note.id);
    const manifest = await reader.call('GET /books/:id/manifest', { params: { id } });
    assert.equal(manifest.format, 'epub');
    assert.equal((await fetch(`${server.origin}${book?.cover_url}`)).status, 200);
  });

  test('is matched by ISBN, or by title and author', async () => {
    const items = (await bring(listed, { title: 'Persuasion', author: 'Jane Austen', status: 'unread' }))
      .items;
    const byIsbn = await sendFile(await makeEpub({ title: 'Emma', isbn: '9780141439587' }));
    const byName = await sendFile(await makeEpub({ title: 'Persuasion', author: 'Jane Austen' }));
    assert.equal(byName.book?.id, items[1]?.id);
    assert.equal(byIsbn.book?.id, items[0]?.id);
    // A second file becomes a separate book.
    const second = await sendFile(
      await makeEpub({ title: 'Persuasion', author: 'Jane Austen', chapters: ['Another edition.'] }),
    );
    assert.notEqual(second.book?.id, items[1]?.id);
    assert.equal((await list()).length, 3);
  });

  test('of two files for one book at once, one is used, and the other is beside it or a separate book', async () => {
    const [item] = (await bring(listed)).items;
    const files = await Promise.all(
      ['one', 'two'].map((text) => makeEpub({ title: text, chapters: [text] })),
    );
    const done = await Promise.all(files.map((file) => sendFile(file, item?.id)));
    assert.deepEqual(
      done.map(({ state }) => state),
      ['done', 'done'],
    );
    assert.ok(done.some(({ book }) => book?.id === item?.id));
    const books = new Set(done.map(({ book }) => book?.id ?? ''));
    const all = await Promise.all(
      [...books].map((id) => reader.call('GET /books/:id/files', { params: { id } })),
    );
    assert.equal(all.flatMap(({ items }) => items).length, 2);
  });

  test('is never matched to another user’s book; one with a file keeps that', async () => {
    const other = await server.reader();
    const [theirs] = (await other.call('POST /books/import', { body: { items: [listed] } })).items;
    const { book } = await sendFile(await makeEpub({ title: 'A book' }), theirs?.id);
    assert.notEqual(book?.id, theirs?.id);
    const { book: same } = await sendFile(await makeEpub({ title: 'Another' }), book?.id);
    assert.deepEqual([same?.id, same?.title], [book?.id, 'A book']);
    assert.equal((await other.call('GET /books', {})).items[0]?.format, 'none');
  });

  test('when refused, leaves the book with its cover unchanged', async () => {
    const [item] = (await bring(listed)).items;
    const id = item?.id ?? '';
    await reader.call('POST /covers-enhanced/ensure', {
      body: { bookId: id, title: listed.title, author: listed.author },
    });
    const before = await reader.call('GET /books/:id', { params: { id } });
    const upload = await sendFile(Buffer.from('%PDF-1.7 and nothing more'), id);
    assert.equal((upload as unknown as { status: number }).status, 422);
    const after = await reader.call('GET /books/:id', { params: { id } });
    assert.equal(after.format, 'none');
    assert.equal((await fetch(`${server.origin}${after.cover_url}`)).status, 200);
    assert.equal(after.cover_base?.split('/').at(-1), before.cover_base?.split('/').at(-1));
  });
});

describe('a custom cover', () => {
  const picture = (format: 'png' | 'jpeg' | 'webp', background = '#a33') =>
    sharp({ create: { width: 300, height: 450, channels: 3, background } })
      .toFormat(format)
      .toBuffer();

  test('replaces the old one at a new URL', async () => {
    const id = await add({ cover_source: 'generated' });
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const before = await reader.call('GET /books/:id', { params: { id } });
      const image = (await picture(format)).toString('base64');
      const book = await reader.call('PUT /books/:id/cover', { params: { id }, body: { image } });
      assert.equal(book.cover_source, 'file');
      assert.notEqual(book.cover_base, before.cover_base);
      const answer = await fetch(`${server.origin}${book.cover_url}`);
      assert.equal(answer.headers.get('content-type'), 'image/webp');
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      assert.ok(width >= 192 && height >= 288);
    }
  });

  test('stays when the shelf has one drawn at the same time', async () => {
    const id = await add({ cover_source: 'generated', cover_version: 0 });
    const image = (await picture('png')).toString('base64');
    const chosen = Promise.withResolvers<{ bytes: Buffer; cover_url: string | null }>();
    // The drawing has read the book, and has not begun.
    afterStatement(server.services, /from "books"/, async () => {
      const { cover_url } = await reader.call('PUT /books/:id/cover', { params: { id }, body: { image } });
      const bytes = Buffer.from(await (await fetch(`${server.origin}${cover_url}`)).arrayBuffer());
      chosen.resolve({ bytes, cover_url });
    });
    const answered = await reader.call('POST /covers-enhanced/ensure', { body: { bookId: id } });
    const { bytes, cover_url } = await chosen.promise;
    const kept = await reader.call('GET /books/:id', { params: { id } });
    assert.deepEqual([kept.cover_source, kept.cover_url], ['file', cover_url]);
    assert.equal(answered.cover_url, cover_url);
    const shown = await fetch(`${server.origin}${kept.cover_url}`);
    assert.deepEqual(Buffer.from(await shown.arrayBuffer()), bytes);
  });

  test('has all of its sizes when others are chosen for the same book, here and on another server', () =>
    withTwoServers(async (one, other) => {
      const here = await one.reader();
      const there = Object.assign(client(other.origin, '/v1'), { token: here.token });
      const id = await addBook(one.services, here.user?.id ?? '');
      /** The color of a cover in each size. */
      const colorsOf = (base: string | null) =>
        Promise.all(
          Object.keys(coverSizes).map(async (size) => {
            const answer = await fetch(`${one.origin}${base}/${size}.webp`);
            const pixel = sharp(Buffer.from(await answer.arrayBuffer()))
              .resize(1, 1)
              .removeAlpha();
            const channels = [...(await pixel.raw().toBuffer())];
            return `#${channels.map((channel) => (channel > 127 ? 'f' : '0')).join('')}`;
          }),
        );
      const choose = async (who: Client, color: string) => {
        const image = (await picture('png', color)).toString('base64');
        const book = await who.call('PUT /books/:id/cover', { params: { id }, body: { image } });
        return { color, base: book.cover_base };
      };
      const colors = ['#f00', '#0f0', '#00f', '#ff0', '#0ff', '#f0f', '#fff', '#000'];
      const chosen = await Promise.all(
        colors.map((color, nth) => choose(nth % 2 === 0 ? here : there, color)),
      );
      for (const { color, base } of chosen) assert.deepEqual(await colorsOf(base), Array(4).fill(color));
      const { cover_base } = await here.call('GET /books/:id', { params: { id } });
      const versionOf = (base: string | null) => base?.split('/').at(-1);
      assert.ok(chosen.some(({ base }) => versionOf(base) === versionOf(cover_base)));
    }));

  test('that is not a picture, or an SVG, is refused with a message, and the old one stays', async () => {
    const id = await add();
    const before = await reader.call('GET /books/:id', { params: { id } });
    for (const text of ['no picture', '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="450"/>']) {
      const error = await reader.fails(415, 'PUT /books/:id/cover', {
        params: { id },
        body: { image: Buffer.from(text).toString('base64') },
      });
      assert.match(error.error, /picture/);
    }
    assert.deepEqual(await reader.call('GET /books/:id', { params: { id } }), before);
  });
});
