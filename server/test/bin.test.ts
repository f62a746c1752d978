import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { BinEntry, BinKind } from '@lectern/shared-contracts/api/bin.ts';
import { startHousekeeping } from '../src/housekeeping.ts';
import { addBook } from './support/books.ts';
import type { Client } from './support/client.ts';
import { clockAt } from './support/clock.ts';
import { makeEpub } from './support/epub.ts';
import { fillLibrary } from './support/library.ts';
import { startServer, type TestServer } from './support/server.ts';
import { rowsOf, tableNames } from './support/tables.ts';
import { uploadBook } from './support/uploads.ts';
import { wordFrom } from './support/wordFrom.ts';

const clock = clockAt(new Date().toISOString());
const books = { server: undefined as unknown as TestServer, reader: undefined as unknown as Client };
before(async () => {
  books.server = await startServer({ services: { now: clock.now } });
});
after(() => books.server.stop());
beforeEach(async () => {
  books.reader = await books.server.reader();
});

const add = (fields?: Parameters<typeof addBook>[2]) =>
  addBook(books.server.services, books.reader.user?.id ?? '', fields);
const at = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString();
const quiet = { error: () => {} } as never;

const bin = async (reader = books.reader, query = {}): Promise<BinEntry[]> =>
  (await reader.call('GET /bin', { query })).items;
const entryOf = async (thing: string, reader = books.reader): Promise<BinEntry> => {
  const found = (await bin(reader)).find(({ thing_id }) => thing_id === thing);
  assert.ok(found, `${thing} is in the bin`);
  return found;
};
const restore = (id: string, body: { with_book?: boolean } = {}, reader = books.reader) =>
  reader.call('POST /bin/:id/restore', { params: { id }, body });

/** All rows of the user by table, without what the bin itself and revisions change. */
async function everything(reader: Client): Promise<Record<string, unknown[]>> {
  const { db } = books.server.services;
  const volatile = [
    ...['row_history', 'reader_changes', 'pending_blob_deletes', 'idempotency', 'uploads', 'settings'],
    ...['session_changes', 'security_events', 'users', 'rate_limits'],
  ];
  const all: Record<string, unknown[]> = {};
  for (const table of await tableNames(db)) {
    if (volatile.includes(table) || table.startsWith('passages_')) continue;
    const rows = await rowsOf(db, table);
    const own = rows.filter((row) => !('user_id' in row) || row.user_id === reader.user?.id);
    // The search index gives its own ids.
    all[table] = own
      .map((row) => JSON.stringify(table === 'passages' ? { ...row, id: 0, indexed: 1 } : row))
      .sort();
  }
  return all;
}

/** Tables in which a text stands. */
async function tablesWith(text: string): Promise<string[]> {
  const { db } = books.server.services;
  const found: string[] = [];
  for (const table of await tableNames(db))
    if (JSON.stringify(await rowsOf(db, table)).includes(text)) found.push(table);
  return found;
}

interface Made {
  id: string;
  remove: () => Promise<unknown>;
}
const minutes = () => ({ started_at: at(-30), ended_at: at(-10), seconds: 600 });

/** Makes a thing of each kind, with every field it has. */
const make: Record<BinKind, (reader: Client, bookId: string) => Promise<Made>> = {
  async book(reader, id) {
    const body = { description: 'Whales.', rating: 4, series: 'Sea', series_index: 1.1 };
    await reader.call('PATCH /books/:id', { params: { id }, body });
    return { id, remove: () => reader.call('DELETE /books/:id', { params: { id } }) };
  },
  async note(reader, book_id) {
    const { id } = await reader.call('POST /notes', {
      body: {
        book_id,
        title: 'White',
        content: 'Why “white”?\n\\ "quoted"',
        tags: ['sea', 'color'],
        page: 7,
        position: { page: 7, fraction: 1 / 3 },
        color: 'pink',
        type: 'review',
        created_at: '2020-02-02T02:02:02.000Z',
      },
    });
    return { id, remove: () => reader.call('DELETE /notes/:id', { params: { id } }) };
  },
  async highlight(reader, bookId) {
    const body = {
      text: 'Call me Ishmael.',
      color: 'green',
      style: 'underline',
      note: 'so',
      page: 3,
    } as const;
    const { id } = await reader.call('POST /books/:id/highlights', { params: { id: bookId }, body });
    return { id, remove: () => reader.call('DELETE /highlights/:id', { params: { id } }) };
  },
  async bookmark(reader, bookId) {
    const body = { page: 5, label: 'here', position: { page: 5 }, updated_at: at(-5) };
    const { id } = await reader.call('PUT /books/:id/bookmark', { params: { id: bookId }, body });
    return { id, remove: () => reader.call('DELETE /bookmarks/:id', { params: { id } }) };
  },
  async collection(reader, bookId) {
    const id = randomUUID();
    const body = { name: 'Sea', description: 'Wet', color: 'blue', icon: 'wave', bookIds: [bookId] };
    await reader.call('PUT /collections/:id', { params: { id }, body });
    return { id, remove: () => reader.call('DELETE /collections/:id', { params: { id } }) };
  },
  async session(reader, book_id) {
    const body = { book_id, ...minutes(), notes: 'on the train', pages_read: 9 };
    const { id } = await reader.call('POST /reading/session', { body });
    return { id, remove: () => reader.call('DELETE /reading/sessions/:id', { params: { id } }) };
  },
  async conversation(reader) {
    const id = randomUUID();
    await reader.call('POST /mentor/conversations/:id/messages', {
      params: { id },
      body: { text: 'Who is Ahab?' },
    });
    return { id, remove: () => reader.call('DELETE /mentor/conversations/:id', { params: { id } }) };
  },
  async word(reader, bookId) {
    const id = randomUUID();
    await reader.call('PUT /words/:id', { params: { id }, body: wordFrom(bookId) });
    return { id, remove: () => reader.call('DELETE /words/:id', { params: { id } }) };
  },
  async goal(reader) {
    const { id } = await reader.call('POST /api/gamification/goals', {
      body: { title: 'Ten whales', type: 'once', target: 10.5, deadline: '2030-01-01T00:00:00.000Z' },
    });
    return { id, remove: () => reader.call('DELETE /api/gamification/goals/:id', { params: { id } }) };
  },
};
const kinds = Object.keys(make) as BinKind[];

describe('[N-07] the bin', () => {
  for (const kind of kinds)
    test(`${kind}: deleted, it is in the bin; restored, it is as it was, field by field`, async () => {
      const bookId = await add();
      const { id, remove } = await make[kind](books.reader, bookId);
      const before = await everything(books.reader);
      clock.pass(1);
      await remove();
      assert.notDeepEqual(await everything(books.reader), before);
      const entry = await entryOf(id);
      assert.equal(entry.kind, kind);
      assert.equal(entry.deleted_at, clock.now().toISOString());
      assert.match(entry.device ?? '', /node/i);
      const answer = await restore(entry.id);
      assert.equal(answer.thing_id, id);
      assert.deepEqual(await everything(books.reader), before);
      assert.deepEqual(await bin(), []);
      // Restored twice: nothing more happens.
      await books.reader.fails(404, 'POST /bin/:id/restore', { params: { id: entry.id }, body: {} });
      assert.deepEqual(await everything(books.reader), before);
    });

  test('a book comes back with everything on it, and can be read, searched and seen on its shelf', async () => {
    clock.set(new Date().toISOString());
    const { server } = books;
    const reader = await server.reader();
    const { bookId } = await fillLibrary(server, reader, 'Moby-Dick');
    await reader.call('PUT /books/:id/progress', {
      params: { id: bookId },
      body: { current_page: 3, total_pages: 9, percentage: 33.3, updated_at: at(1) },
    });
    const manifest = async () => {
      const { content_base: _, ...rest } = (await reader.call('GET /books/:id/manifest', {
        params: { id: bookId },
      })) as Record<string, unknown>;
      return JSON.stringify(rest).replaceAll(/[?&]?\w*(sig|expires|grant|token)[^"]*/g, '');
    };
    const shelves = () => reader.call('GET /collections', {});
    const found = () => reader.call('GET /search', { query: { q: 'whale' } });
    const before = await everything(reader);
    const [had, shelf, hits] = [await manifest(), await shelves(), await found()];
    await reader.call('DELETE /books/:id', { params: { id: bookId } });
    const entry = await entryOf(bookId, reader);
    assert.deepEqual(entry.with, { notes: 1, highlights: 1, bookmarks: 1, messages: 0 });
    assert.equal((await bin(reader)).length, 1);
    assert.deepEqual((await shelves()).items[0]?.bookIds, []);
    const { restored } = await restore(entry.id, {}, reader);
    assert.ok(restored >= 4);
    assert.deepEqual(await everything(reader), before);
    assert.equal(await manifest(), had);
    assert.deepEqual(await shelves(), shelf);
    assert.deepEqual((await found()).items.length, hits.items.length);
    // Its files are not deleted later either.
    await (await startHousekeeping(server.services, quiet)).stop();
    assert.ok((await server.services.blobs.size(`books/${bookId}/original`)) > 0);
  });

  test('a note whose book was deleted later asks, and brings the book', async () => {
    const { reader } = books;
    const bookId = await add({ title: 'Emma' });
    const before = await everything(reader);
    const { id, remove } = await make.highlight(reader, bookId);
    await remove();
    await reader.call('DELETE /books/:id', { params: { id: bookId } });
    const entry = await entryOf(id);
    assert.deepEqual([entry.book_id, entry.book_title, entry.book_in_bin], [bookId, 'Emma', true]);
    const error = await reader.fails(409, 'POST /bin/:id/restore', { params: { id: entry.id }, body: {} });
    assert.equal(error.code, 'book_in_bin');
    await restore(entry.id, { with_book: true });
    assert.deepEqual(await bin(), []);
    const { items } = await reader.call('GET /books/:id/highlights', { params: { id: bookId } });
    assert.equal(items[0]?.id, id);
    await reader.call('DELETE /highlights/:id', { params: { id } });
    assert.deepEqual(await everything(reader), before);
  });

  test('when its book is gone for good, a note has no book, and a highlight or bookmark becomes a note', async () => {
    const { reader } = books;
    const bookId = await add();
    const made = [];
    for (const kind of ['note', 'highlight', 'bookmark', 'word'] as const)
      made.push(await make[kind](reader, bookId));
    for (const { remove } of made) await remove();
    await reader.call('DELETE /books/:id', { params: { id: bookId } });
    await reader.call('DELETE /bin/:id', { params: { id: (await entryOf(bookId)).id } });
    for (const entry of await bin()) {
      assert.deepEqual([entry.book_id, entry.book_in_bin], [null, false]);
      const { became_note = false } = await restore(entry.id);
      assert.equal(became_note, entry.kind === 'highlight' || entry.kind === 'bookmark');
    }
    const notes = (await reader.call('GET /notes', {})).items;
    assert.ok(notes.every((note) => note.book_id === null));
    assert.deepEqual(notes.map(({ content }) => content).sort(), [
      '> Call me Ishmael.\n\nso',
      'Why “white”?\n\\ "quoted"',
      'here',
    ]);
    assert.equal((await reader.call('GET /words', {})).items[0]?.book_id, null);
  });

  test('a collection comes back with the books that are there', async () => {
    const { reader } = books;
    const [here, gone] = [await add(), await add()];
    const id = randomUUID();
    const body = { name: 'Sea', description: null, color: null, icon: null, bookIds: [gone, here] };
    await reader.call('PUT /collections/:id', { params: { id }, body });
    await reader.call('DELETE /collections/:id', { params: { id } });
    await reader.call('DELETE /books/:id', { params: { id: gone } });
    await restore((await entryOf(id)).id);
    assert.deepEqual((await reader.call('GET /collections', {})).items[0]?.bookIds, [here]);
  });

  test('a file that was uploaded again is a new book; restoring the old one says so and loses nothing', async () => {
    const { reader } = books;
    const file = await makeEpub({ title: 'Twice' });
    const { id } = await uploadBook(reader, file);
    await reader.call('DELETE /books/:id', { params: { id } });
    const again = await uploadBook(reader, file);
    assert.notEqual(again.id, id);
    const params = { id: (await entryOf(id)).id };
    const error = await reader.fails(409, 'POST /bin/:id/restore', { params, body: {} });
    assert.equal(error.code, 'file_of_another_book');
    await reader.call('DELETE /books/:id', { params: { id: again.id } });
    await restore(params.id);
    assert.equal((await reader.call('GET /books/:id', { params: { id } })).title, 'Twice');
  });

  test('another user’s entry is not found', async () => {
    const { id, remove } = await make.note(books.reader, await add());
    await remove();
    const eve = await books.server.reader();
    const params = { id: (await entryOf(id)).id };
    assert.deepEqual(await bin(eve), []);
    await eve.fails(404, 'POST /bin/:id/restore', { params, body: {} });
    await eve.fails(404, 'DELETE /bin/:id', { params });
    await eve.call('DELETE /bin', {});
    await restore(params.id);
  });

  test('is listed by kind and by words, and in pages', async () => {
    const { reader } = books;
    const bookId = await add({ title: 'Moby-Dick' });
    for (const kind of kinds.slice(1)) await (await make[kind](reader, bookId)).remove();
    await (await make.highlight(reader, bookId)).id;
    await reader.call('DELETE /books/:id', { params: { id: bookId } });
    assert.deepEqual(
      (await bin(reader, { kind: 'goal' })).map(({ title }) => title),
      ['Ten whales'],
    );
    const named = async (q: string) => (await bin(reader, { q })).map(({ kind }) => kind).sort();
    assert.deepEqual(await named('ishmael'), ['book', 'highlight']);
    assert.deepEqual(await named('WHY “white”'), ['note']);
    assert.deepEqual(await named('100%'), []);
    const { id } = await reader.call('POST /notes', { body: { content: 'Это КИТ' } });
    await reader.call('DELETE /notes/:id', { params: { id } });
    assert.deepEqual(await named('это кит'), ['note']);
    assert.deepEqual(await named('кот'), []);
    await reader.call('DELETE /bin/:id', { params: { id: (await entryOf(id)).id } });
    // The name of a field is no text.
    assert.deepEqual(await named('created_at'), []);
    const { items, next_cursor } = await reader.call('GET /bin', { query: { limit: 3 } });
    const rest = await reader.call('GET /bin', { query: { cursor: next_cursor ?? '' } });
    assert.equal(items.length + rest.items.length, kinds.length);
    assert.equal(new Set([...items, ...rest.items].map(({ id }) => id)).size, kinds.length);
  });

  test('deleted for good, one thing or all leave no text in any table, and no file', async () => {
    const { reader, server } = books;
    const secret = `secret${randomUUID().slice(0, 8)}`;
    const write = (text: string) =>
      reader.call('POST /notes', { body: { content: text } }, { idempotencyKey: randomUUID() });
    const one = await write(`${secret} one`);
    await reader.call('PUT /notes/:id', { params: { id: one.id }, body: { content: `${secret} two` } });
    await reader.call('DELETE /notes/:id', { params: { id: one.id } });
    await reader.call('DELETE /bin/:id', { params: { id: (await entryOf(one.id)).id } });
    assert.deepEqual(await tablesWith(secret), []);

    const { id } = await uploadBook(reader, await makeEpub({ title: `${secret} title` }));
    const note = await reader.call(
      'POST /notes/book/:bookId',
      { params: { bookId: id }, body: { content: `${secret} three` } },
      { idempotencyKey: randomUUID() },
    );
    await reader.call('PUT /notes/:id', { params: { id: note.id }, body: { content: `${secret} four` } });
    await server.services.db.deleteFrom('uploads').execute();
    await reader.call('DELETE /books/:id', { params: { id } });
    assert.ok((await server.services.blobs.size(`books/${id}/original`)) > 0);
    await reader.call('DELETE /bin', {});
    assert.deepEqual(await tablesWith(secret), []);
    assert.ok(await server.services.blobs.isEmpty(`books/${id}/`));
  });

  test('a session deleted for good leaves none of the texts that its corrections replaced', async () => {
    const { reader } = books;
    const secret = `secret${randomUUID().slice(0, 8)}`;
    const book_id = await add();
    const session = await reader.call('POST /reading/session', {
      body: { book_id, ...minutes(), notes: secret },
    });
    const params = { id: session.id };
    await reader.call('PATCH /reading/sessions/:id', { params, body: { notes: 'at home' } });
    await reader.call('DELETE /reading/sessions/:id', { params });
    await reader.call('DELETE /bin/:id', { params: { id: (await entryOf(session.id)).id } });
    assert.deepEqual(await tablesWith(secret), []);
  });

  test('one thing deleted for good leaves the versions of what is still in the bin, alone or with its book', async () => {
    const { reader } = books;
    const book_id = await add();
    const made: string[] = [];
    for (const book of [null, null, book_id]) {
      const { id } = await reader.call('POST /notes', { body: { content: 'First', book_id: book } });
      await reader.call('PUT /notes/:id', { params: { id }, body: { content: 'Second' } });
      made.push(id);
    }
    await reader.call('DELETE /notes/:id', { params: { id: made[0] ?? '' } });
    await reader.call('DELETE /notes/:id', { params: { id: made[1] ?? '' } });
    await reader.call('DELETE /books/:id', { params: { id: book_id } });
    await reader.call('DELETE /bin/:id', { params: { id: (await entryOf(made[0] ?? '')).id } });
    for (const { id } of await bin()) await restore(id);
    for (const id of made.slice(1)) {
      const { items } = await reader.call('GET /versions/:kind/:id', { params: { kind: 'note', id } });
      assert.equal(items.length, 1);
    }
  });

  test('emptying leaves what was deleted after it was shown, and other kinds', async () => {
    const { reader } = books;
    const [first, word, late] = [
      await make.note(reader, await add()),
      await make.word(reader, await add()),
      await make.note(reader, await add()),
    ];
    await first.remove();
    await word.remove();
    const until = (await bin())[0]?.id ?? '';
    await late.remove();
    await reader.call('DELETE /bin', { query: { kind: 'note', until } });
    assert.deepEqual(
      (await bin()).map(({ thing_id }) => thing_id),
      [late.id, word.id],
    );
  });

  test('keeps books 30 days and the rest 90; files go with their books and count until then', async () => {
    const { reader, server } = books;
    const { id, file_size } = await uploadBook(reader, await makeEpub({ title: 'Old' }));
    const note = await make.note(reader, await add());
    const { storageUseOf } = await import('../src/intake/uploads/storageQuota.ts');
    const left = async () =>
      (await storageUseOf(server.services.db, reader.user?.id ?? '', server.config)).bytesLeft;
    const before = await left();
    await reader.call('DELETE /books/:id', { params: { id } });
    await note.remove();
    assert.equal(await left(), before);
    const days = async (number: number) => {
      clock.pass(number * 24 * 60);
      await (await startHousekeeping(server.services, quiet)).stop();
      return (
        await server.services.db
          .selectFrom('row_history')
          .select('thing')
          .where('with_id', 'is', null)
          .where('user_id', '=', reader.user?.id ?? '')
          .execute()
      ).map(({ thing }) => thing);
    };
    assert.deepEqual((await days(29)).sort(), ['book', 'note']);
    assert.deepEqual(await days(2), ['note']);
    assert.ok(await server.services.blobs.isEmpty(`books/${id}/`));
    assert.equal(await left(), before + file_size);
    assert.deepEqual(await days(60), []);
  });

  test('an account that is deleted leaves nothing', async () => {
    const { server } = books;
    const secret = `gone${randomUUID().slice(0, 8)}`;
    const reader = await server.reader(secret);
    const { id } = await uploadBook(reader, await makeEpub({ title: secret }));
    const note = await reader.call('POST /notes', { body: { content: secret } });
    await reader.call('PUT /notes/:id', { params: { id: note.id }, body: { content: `${secret} again` } });
    await reader.call('DELETE /notes/:id', { params: { id: note.id } });
    await reader.call('DELETE /books/:id', { params: { id } });
    await uploadBook(reader, await makeEpub({ title: `${secret} two` }));
    await reader.call('DELETE /auth/delete-account', { body: { password: `password of ${secret}` } });
    assert.deepEqual(await tablesWith(secret), []);
    assert.ok(await server.services.blobs.isEmpty(`books/${id}/`));
  });

  test('two devices restore and edit at once: once restored, and the edit is there', async () => {
    const { reader } = books;
    const { id, remove } = await make.note(reader, await add());
    await remove();
    const entry = await entryOf(id);
    const params = { id: entry.id };
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => reader.try('POST /bin/:id/restore', { params, body: {} })),
      reader.try('PUT /notes/:id', { params: { id }, body: { content: 'Edited' } }),
    ]);
    assert.deepEqual(
      answers
        .slice(0, 4)
        .map(({ status }) => status)
        .sort(),
      [200, 404, 404, 404],
    );
    const notes = (await reader.call('GET /notes', {})).items;
    assert.equal(notes.length, 1);
    if (answers[4]?.status === 200) assert.equal(notes[0]?.content, 'Edited');
    assert.deepEqual(await bin(), []);
  });

  test('a write that breaks off leaves neither half', async () => {
    const { reader, server } = books;
    const { id } = await make.note(reader, await add());
    const { statements } = server.services.engine;
    statements.onStatement = (text) => {
      if (/^insert into "?reader_changes/.test(text)) throw new Error('broken off');
    };
    try {
      await reader.fails(500, 'DELETE /notes/:id', { params: { id } });
    } finally {
      statements.onStatement = null;
    }
    assert.deepEqual(await bin(), []);
    assert.equal((await reader.call('GET /notes', {})).items.length, 1);
  });

  test('what was made again with the same id meanwhile stays, and the deleted one is a version of it', async () => {
    const { reader } = books;
    const id = randomUUID();
    const write = (content: string) => reader.call('POST /notes', { body: { id, content } });
    await write('First');
    await reader.call('DELETE /notes/:id', { params: { id } });
    await write('Second');
    assert.equal((await restore((await entryOf(id)).id)).restored, 0);
    assert.deepEqual(
      (await reader.call('GET /notes', {})).items.map(({ content }) => content),
      ['Second'],
    );
    const { items } = await reader.call('GET /versions/:kind/:id', { params: { kind: 'note', id } });
    assert.deepEqual(
      items.map(({ fields }) => fields.content),
      ['First'],
    );
  });

  test('a conversation or collection that another device went on with meanwhile gets back what it had', async () => {
    const { reader } = books;
    const [first, second] = [await add(), await add()];
    const talk = await make.conversation(reader, first);
    await talk.remove();
    await reader.call('POST /mentor/conversations/:id/messages', {
      params: { id: talk.id },
      body: { text: 'Who is Queequeg?' },
    });
    const { thing_id } = await restore((await entryOf(talk.id)).id);
    const questions = [];
    for (const id of [talk.id, thing_id]) {
      const { messages } = await reader.call('GET /mentor/conversations/:id', { params: { id } });
      questions.push(messages.filter(({ role }) => role === 'reader').map(({ text }) => text));
    }
    assert.deepEqual(questions, [['Who is Queequeg?'], ['Who is Ahab?']]);

    const shelf = await make.collection(reader, first);
    await shelf.remove();
    const body = { name: 'Sea', description: null, color: null, icon: null, bookIds: [second] };
    await reader.call('PUT /collections/:id', { params: { id: shelf.id }, body });
    await restore((await entryOf(shelf.id)).id);
    const [collection] = (await reader.call('GET /collections', {})).items;
    assert.deepEqual(collection?.bookIds.toSorted(), [first, second].toSorted());
    assert.deepEqual(await bin(), []);
  });

  test('a bookmark whose page has another one meanwhile comes back on the next free page', async () => {
    const { reader } = books;
    const bookId = await add();
    const { id, remove } = await make.bookmark(reader, bookId);
    await remove();
    await make.bookmark(reader, bookId);
    await restore((await entryOf(id)).id);
    const { items } = await reader.call('GET /books/:id/bookmarks', { params: { id: bookId } });
    assert.deepEqual(
      items.map(({ page }) => page),
      [5, 6],
    );
  });
});
