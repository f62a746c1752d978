import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { addBook } from './support/books.ts';
import { type Client, client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let reader: Client;
let bookId: string;
let readers = 0;

before(async () => {
  server = await startServer();
});
after(() => server.stop());
beforeEach(async () => {
  reader = await server.reader(`marker${++readers}`);
  bookId = await addBook(server.services, reader.user?.id ?? '');
});

const ofBook = () => ({ params: { id: bookId } });
const position = {
  cfi: 'epubcfi(/6/8!/4/2/1:0)',
  spine_index: 3,
  fraction: 0.5,
  quote: { exact: 'whale', prefix: 'the ' },
};
const markup = '<img src=x onerror=alert(1)>“&amp;”\u202E';

describe('highlights', () => {
  const mark = (body: object = {}) =>
    reader.call('POST /books/:id/highlights', {
      ...ofBook(),
      body: { text: 'the whale', color: 'yellow', page: 3, position, ...body },
    });

  test('are stored with their exact position, changed and deleted', async () => {
    const made = await mark({ note: 'mind this', created_at: '2026-01-02T03:04:05+01:00' });
    assert.deepEqual(made.position, position);
    assert.equal(made.created_at, '2026-01-02T02:04:05.000Z');
    assert.deepEqual((await reader.call('GET /books/:id/highlights', ofBook())).items, [made]);
    assert.deepEqual((await reader.call('GET /highlights', {})).items, [made]);
    const params = { id: made.id };
    const changed = await reader.call('PUT /highlights/:id', { params, body: { color: 'blue' } });
    assert.deepEqual([changed.color, changed.note], ['blue', 'mind this']);
    assert.equal((await reader.call('PUT /highlights/:id', { params, body: { note: null } })).note, null);
    assert.equal(made.style, 'highlight');
    const lined = await reader.call('PUT /highlights/:id', { params, body: { style: 'underline' } });
    assert.deepEqual([lined.style, lined.color], ['underline', 'blue']);
    await reader.call('DELETE /highlights/:id', { params });
    assert.deepEqual((await reader.call('GET /highlights', {})).items, []);
    await reader.fails(404, 'DELETE /highlights/:id', { params });
  });

  test('can be underlines from the start', async () => {
    const made = await mark({ style: 'underline' });
    assert.equal((await reader.call('GET /highlights', {})).items[0]?.style, 'underline');
    assert.equal(made.style, 'underline');
  });

  test('sent twice with the same id are stored once', async () => {
    const id = randomUUID();
    const first = await mark({ id });
    assert.deepEqual(await mark({ id }), first);
    assert.equal((await reader.call('GET /highlights', {})).items.length, 1);
  });

  test('are listed over all books, newest first', async () => {
    const [old, young] = [
      await mark({ created_at: '2020-01-01T00:00:00Z' }),
      await mark({ created_at: '2024-01-01T00:00:00Z' }),
    ];
    assert.deepEqual(
      (await reader.call('GET /highlights', {})).items.map(({ id }) => id),
      [young.id, old.id],
    );
  });

  test('are refused when invalid', async () => {
    for (const body of [
      { color: 'black' },
      { text: '' },
      { text: 'x'.repeat(20_001) },
      { page: -1 },
      { id: 'x' },
      { position: { cfi: 1 } },
    ]) {
      await reader.fails(422, 'POST /books/:id/highlights', {
        ...ofBook(),
        body: { text: 'the whale', color: 'yellow', ...body },
      });
    }
  });

  test('keep markup as text', async () => {
    assert.equal((await mark({ text: markup })).text, markup);
  });
});

describe('forms', () => {
  const fill = (values: Record<string, string | boolean | string[] | null>, who = reader) =>
    who.call('PUT /books/:id/form', { ...ofBook(), body: { values, updated_at: new Date().toISOString() } });

  test('are stored field by field, whichever device sends them', async () => {
    assert.deepEqual((await reader.call('GET /books/:id/form', ofBook())).values, {});
    await fill({ name: 'Ada', agree: true, town: 'London' });
    // Another device, which has not seen the town.
    await fill({ name: 'Ada L.', days: ['monday', 'friday'], note: '' });
    const expected = { agree: true, days: ['monday', 'friday'], name: 'Ada L.', note: '', town: 'London' };
    assert.deepEqual((await reader.call('GET /books/:id/form', ofBook())).values, expected);
    // A field that is reset has the file's value.
    const { values } = await fill({ town: null, days: null, nowhere: null });
    assert.deepEqual(values, { agree: true, name: 'Ada L.', note: '' });
  });

  test('refuse a field without a name, a name that is too long, and too many fields', async () => {
    for (const values of [
      { '': 'x' },
      { ['x'.repeat(201)]: 'x' },
      Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`f${index}`, 'x'])),
    ])
      await reader.fails(422, 'PUT /books/:id/form', {
        ...ofBook(),
        body: { values, updated_at: new Date().toISOString() },
      });
    assert.deepEqual((await reader.call('GET /books/:id/form', ofBook())).values, {});
  });
});

describe('bookmarks', () => {
  const set = (body: object) =>
    reader.call('PUT /books/:id/bookmark', {
      ...ofBook(),
      body: { page: 1, updated_at: '2026-01-01T00:00:00Z', ...body },
    });
  const all = async () => (await reader.call('GET /books/:id/bookmarks', ofBook())).items;

  test('are unique per page', async () => {
    const first = await set({ label: 'here' });
    const again = await set({ label: 'still here', updated_at: '2026-01-02T00:00:00Z' });
    assert.equal(again.id, first.id);
    await set({ page: 2 });
    assert.deepEqual(
      (await all()).map(({ page, label }) => [page, label]),
      [
        [1, 'still here'],
        [2, null],
      ],
    );
  });

  test('the one that arrives later wins, whatever the clock of its device says', async () => {
    await set({ label: 'first' });
    assert.equal((await set({ label: 'later', updated_at: '2025-01-01T00:00:00Z' })).label, 'later');
  });

  test('[Y-11] set on two devices under two ids can be deleted by either id', async () => {
    await set({ page: 4, id: randomUUID() });
    const second = randomUUID();
    await set({ page: 4, id: second });
    await set({ page: 5, id: randomUUID() });
    const request = { params: { id: second }, query: { book_id: ofBook().params.id, page: 4 } };
    await reader.call('DELETE /bookmarks/:id', request);
    assert.deepEqual(
      (await all()).map(({ page }) => page),
      [5],
    );
    await reader.fails(404, 'DELETE /bookmarks/:id', request);
  });

  test('the same id on another page moves the bookmark', async () => {
    const id = randomUUID();
    await set({ id });
    await set({ id, page: 9, updated_at: '2026-01-02T00:00:00Z' });
    assert.deepEqual(
      (await all()).map((bookmark) => [bookmark.id, bookmark.page]),
      [[id, 9]],
    );
    await reader.call('DELETE /bookmarks/:id', { params: { id } });
    assert.deepEqual(await all(), []);
  });
});

describe('notes', () => {
  const write = (body: object = {}) =>
    reader.call('POST /notes/book/:bookId', { params: { bookId }, body: { content: 'a thought', ...body } });
  const all = async (who = reader) => (await who.call('GET /notes', {})).items;

  test('with or without a book are listed over all books and per book', async () => {
    const made = await write({ title: 'T', page: 7, position, color: 'green', tags: ['sea', 'whales'] });
    assert.deepEqual(
      [made.book_id, made.type, made.tags, made.position],
      [bookId, 'note', ['sea', 'whales'], position],
    );
    const loose = await reader.call('POST /notes', { body: { content: 'no book' } });
    assert.equal(loose.book_id, null);
    assert.equal((await all()).length, 2);
    assert.deepEqual((await reader.call('GET /notes/:bookId', { params: { bookId } })).items, [made]);
  });

  test('are changed field by field, and deleted', async () => {
    const { id } = await write({ tags: ['one'], page: 3 });
    const changed = await reader.call('PUT /notes/:id', { params: { id }, body: { content: 'another' } });
    assert.deepEqual([changed.content, changed.tags, changed.page], ['another', ['one'], 3]);
    assert.equal((await reader.call('PUT /notes/:id', { params: { id }, body: { page: null } })).page, null);
    await reader.call('DELETE /notes/:id', { params: { id } });
    assert.deepEqual(await all(), []);
  });

  test('that were written offline keep their id and time, and are stored once when sent twice', async () => {
    const body = {
      id: randomUUID(),
      content: 'offline',
      book_id: bookId,
      created_at: '2026-01-01T12:00:00Z',
    };
    const first = await reader.call('POST /notes', { body });
    assert.equal(first.created_at, '2026-01-01T12:00:00.000Z');
    assert.deepEqual(await reader.call('POST /notes', { body }), first);
    assert.equal((await all()).length, 1);
  });

  test('are unread on other devices until the user has looked on any of them', async () => {
    const phone = client(server.origin, '/v1');
    const { email } = reader.user ?? { email: '' };
    await phone.signIn({ email, password: `password of marker${readers}` });
    const unread = async (who: Client) => (await all(who)).filter((note) => note.unread).length;
    const { id } = await write();
    assert.deepEqual([await unread(reader), await unread(phone)], [0, 1]);
    await phone.call('POST /notes/seen', {});
    assert.deepEqual([await unread(reader), await unread(phone)], [0, 0]);
    await phone.call('PUT /notes/:id', { params: { id }, body: { content: 'changed on the phone' } });
    assert.deepEqual([await unread(reader), await unread(phone)], [1, 0]);
    await reader.call('POST /notes/seen', {});
    assert.deepEqual([await unread(reader), await unread(phone)], [0, 0]);
  });

  test('[F-27] [NT-03] the user’s older notes are not unread on a device that signs in later', async () => {
    const unread = async (who: Client) => (await all(who)).filter((note) => note.unread).length;
    await write();
    const { email } = reader.user ?? { email: '' };
    const phone = client(server.origin, '/v1');
    await phone.signIn({ email, password: `password of marker${readers}` });
    assert.deepEqual([await unread(reader), await unread(phone)], [0, 0]);
    await write();
    assert.equal(await unread(phone), 1);
  });

  test('require an integer page, and limit tags and content', async () => {
    for (const body of [
      { page: 1.5 },
      { page: '7' },
      { tags: 'sea' },
      { tags: Array(51).fill('x') },
      { content: 'x'.repeat(100_001) },
      { content: null },
    ]) {
      await reader.fails(422, 'POST /notes/book/:bookId', {
        params: { bookId },
        body: { content: 'x', ...body },
      });
    }
  });

  test('keep markup as text', async () => {
    const made = await write({ title: markup, content: markup, tags: [markup] });
    assert.deepEqual([made.title, made.content, made.tags], [markup, markup, [markup]]);
  });
});
