import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { startHousekeeping } from '../src/housekeeping.ts';
import { binTests } from './support/binTests.ts';
import type { Client } from './support/client.ts';
import { makeEpub } from './support/epub.ts';
import { fillLibrary } from './support/library.ts';
import { rowsOf, tableNames } from './support/tables.ts';
import { uploadBook } from './support/uploads.ts';

const { books, bin, entryOf, restore, make, kinds } = binTests();
const { clock, add, at } = books;
const quiet = { error: () => {} } as never;

/** All rows of the user by table, without what the bin itself and revisions change. */
async function everything(reader: Client): Promise<Record<string, unknown[]>> {
  const { db } = books.server.services;
  const volatile = [
    ...['row_history', 'reader_changes', 'pending_blob_deletes', 'idempotency', 'uploads', 'settings'],
    ...['security_events', 'users', 'rate_limits'],
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
    assert.deepEqual([entry.title, entry.excerpt], ['Call me Ishmael.', 'so']);
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

  for (const isBookFirst of [true, false])
    for (const comesFirst of ['book', 'collection', 'word'] as const)
      test(`a book, its collection and word find each other, the ${isBookFirst ? 'book' : 'others'} deleted and the ${comesFirst} restored first`, async () => {
        const { reader } = books;
        const id = await add();
        const [collection, word] = [await make.collection(reader, id), await make.word(reader, id)];
        const before = await everything(reader);
        const remove = [() => make.book(reader, id), () => collection, () => word];
        for (const made of isBookFirst ? remove : remove.toReversed()) await (await made()).remove();
        const first = (await bin()).find(({ kind }) => kind === comesFirst);
        await restore(first?.id ?? '', { with_book: true });
        for (const entry of await bin()) await restore(entry.id, { with_book: true });
        const after = await everything(reader);
        assert.deepEqual(after.collection_books, before.collection_books);
        assert.deepEqual(after.looked_up_words, before.looked_up_words);
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

  for (const kind of kinds)
    test(`${kind}: restored on a second device too, it is there, so nothing is refused; deleted for good, it is gone`, async () => {
      const { reader } = books;
      const { id, remove } = await make[kind](reader, await add());
      await remove();
      const params = { id: (await entryOf(id)).id };
      const again = () => reader.try('POST /bin/:id/restore', { params, body: { thing_id: id } });
      const [first, ...others] = await Promise.all([again(), again(), again()]);
      assert.deepEqual(
        [first, ...others].map(({ status }) => status),
        [200, 200, 200],
      );
      const before = await everything(reader);
      const { body } = await again();
      assert.partialDeepStrictEqual(body, { kind, thing_id: id, restored: 0 });
      assert.deepEqual(await everything(reader), before);
      await (await books.server.reader()).fails(404, 'POST /bin/:id/restore', {
        params,
        body: { thing_id: id },
      });
      await remove();
      await reader.call('DELETE /bin', {});
      assert.equal((await again()).status, 404);
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
