import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { startHousekeeping } from '../src/housekeeping.ts';
import { storageUseOf } from '../src/intake/uploads/storageQuota.ts';
import { folderBackup } from '../src/store/backup/folderBackups.ts';
import { makeBackup } from '../src/store/backup/makeBackup.ts';
import { wordFrom } from './support/books.ts';
import type { Client } from './support/client.ts';
import { clockAt } from './support/clock.ts';
import { makeEpub } from './support/epub.ts';
import { startServer, type TestServer } from './support/server.ts';
import { storedKeys } from './support/stored.ts';
import { rowsOf } from './support/tables.ts';
import { begin, send } from './support/tus.ts';
import { uploadBook } from './support/uploads.ts';

const german = ['Nennt mich Ismael.', 'Der Wal ist weiß.', 'Ende.'];
const quiet = { error: () => {} } as never;

let server: TestServer;
let reader: Client;
/** A book with a translation, and a mark that only this has. */
let book: { id: string; file: string; bytes: Buffer; mark: string };
const clock = clockAt('2026-03-01T10:00:00.000Z');

before(async () => {
  server = await startServer({ services: { now: clock.now } });
});
after(() => server.stop());
beforeEach(async () => {
  clock.set('2026-03-01T10:00:00.000Z');
  reader = await server.reader();
  const { id } = await uploadBook(
    reader,
    await makeEpub({ chapters: ['Call me Ishmael.', 'White.', 'End.'] }),
  );
  const bytes = await makeEpub({ language: 'de', chapters: german });
  const file = await add(id, bytes);
  await read(id, file);
  const mark = await reader.call('POST /books/:id/highlights', {
    params: { id },
    body: {
      text: 'Der Wal ist weiß',
      color: 'green',
      note: 'Weiß?',
      page: 2,
      position: { spine_index: 1, fraction: 0, page: 2, quote: { exact: 'Der Wal ist weiß' } },
    },
  });
  await read(id, id);
  book = { id, file, bytes, mark: mark.id };
});

async function add(bookId: string, bytes: Uint8Array): Promise<string> {
  const begun = await begin(reader, bytes.length, { metadata: { filename: 'wal.epub', book: bookId } });
  await send(reader, begun.headers.get('location') ?? '', bytes);
  return (await filesOf(bookId)).at(-1)?.id ?? '';
}
const filesOf = async (id: string) => (await reader.call('GET /books/:id/files', { params: { id } })).items;
const read = (id: string, file: string) =>
  reader.call('POST /books/:id/files/:file/read', { params: { id, file } });
const remove = (id: string, file: string) =>
  reader.call('DELETE /books/:id/files/:file', { params: { id, file } });
const bin = async () => (await reader.call('GET /bin', {})).items;
const restore = (id: string | undefined, with_book = false) =>
  reader.call('POST /bin/:id/restore', { params: { id: id ?? '' }, body: { with_book } });
const markOf = async (bookId: string, mark = book.mark) => {
  const { items } = await reader.call('GET /books/:id/highlights', { params: { id: bookId } });
  const found = items.find(({ id }) => id === mark);
  return found && { ...found, updated_at: null };
};
const bytesLeft = async () =>
  (await storageUseOf(server.services.db, reader.user?.id ?? '', server.config)).bytesLeft;
const keysOf = async (part: string) =>
  (await storedKeys(server.services)).filter((key) => key.includes(part));

describe('[N-07] a file that was removed from its book', () => {
  test('is in the bin, counts as before, and comes back with its marks', async () => {
    const { id, file, bytes } = book;
    const [mark, files, left] = [await markOf(id), await filesOf(id), await bytesLeft()];
    const places = (await rowsOf(server.services.db, 'book_files')).find((row) => row.id === file)?.places;
    await remove(id, file);
    const [entry, ...others] = await bin();
    assert.deepEqual(others, []);
    assert.partialDeepStrictEqual(entry, { kind: 'file', thing_id: file, title: 'wal.epub', book_id: id });
    assert.equal(Date.parse(entry?.goes_at ?? '') - Date.parse(entry?.deleted_at ?? ''), 30 * 86_400_000);
    assert.deepEqual([await bytesLeft(), (await filesOf(id)).length], [left, 1]);
    assert.equal((await restore(entry?.id)).restored, 1);
    assert.deepEqual(await markOf(id), mark);
    const back = await filesOf(id);
    assert.deepEqual([back.map((one) => one.id), await bytesLeft()], [files.map((one) => one.id), left]);
    assert.equal(
      (await rowsOf(server.services.db, 'book_files')).find((row) => row.id === file)?.places,
      places,
    );
    assert.deepEqual(Buffer.from(await (await reader.fetch(back[1]?.url ?? '')).arrayBuffer()), bytes);
    await reader.fails(404, 'POST /bin/:id/restore', { params: { id: entry?.id ?? '' }, body: {} });
    assert.equal((await read(id, file)).language, 'de');
    assert.partialDeepStrictEqual((await markOf(id))?.position, { spine_index: 1 });
    assert.deepEqual(await bin(), []);
    await remove(id, id);
    await restore((await bin())[0]?.id);
    assert.equal((await read(id, id)).language, 'en');
  });

  test('brings its book, or waits for it; deleted for good, the book takes it along', async () => {
    const { id, file } = book;
    await remove(id, file);
    await reader.call('DELETE /books/:id', { params: { id } });
    const entry = (await bin()).find(({ kind }) => kind === 'file');
    assert.equal(entry?.book_in_bin, true);
    const params = { id: entry?.id ?? '' };
    assert.equal(
      (await reader.fails(409, 'POST /bin/:id/restore', { params, body: {} })).code,
      'book_in_bin',
    );
    await restore(entry?.id, true);
    assert.deepEqual([(await filesOf(id)).length, await bin()], [2, []]);
    await remove(id, file);
    await reader.call('DELETE /books/:id', { params: { id } });
    await reader.call('DELETE /bin/:id', { params: { id: (await bin())[0]?.id ?? '' } });
    assert.deepEqual([await bin(), await keysOf(id)], [[], []]);
  });

  test('is kept 30 days, and its bytes with it, also beside those of another one', async () => {
    const { id, file } = book;
    const left = await bytesLeft();
    await remove(id, file);
    const other = await add(id, await makeEpub({ chapters: ['Another.'] }));
    clock.pass(10);
    await remove(id, other);
    clock.pass(30 * 24 * 60 - 10);
    await (await startHousekeeping(server.services, quiet)).stop();
    assert.deepEqual([(await keysOf(file)).length > 0, (await keysOf(other)).length > 0], [true, true]);
    clock.pass(1);
    await (await startHousekeeping(server.services, quiet)).stop();
    assert.deepEqual([(await keysOf(file)).length, (await keysOf(other)).length > 0], [0, true]);
    assert.ok((await bytesLeft()) > left);
    assert.ok((await keysOf(`${id}/original`)).length > 0);
  });

  test('says so when the same file was uploaded again', async () => {
    const { id, file, bytes } = book;
    await remove(id, file);
    const again = await add(id, bytes);
    const params = { id: (await bin())[0]?.id ?? '' };
    const { code } = await reader.fails(409, 'POST /bin/:id/restore', { params, body: {} });
    assert.equal(code, 'file_of_another_book');
    await remove(id, again);
    await restore(params.id);
    assert.deepEqual(
      (await filesOf(id)).map((one) => one.id),
      [id, file],
    );
  });

  test('keeps its book in the bin while it is a file of another one', async () => {
    const { id, bytes } = book;
    await reader.call('DELETE /books/:id', { params: { id } });
    const other = await uploadBook(reader, await makeEpub({ chapters: ['Another.'] }));
    const again = await add(other.id, bytes);
    const params = { id: (await bin())[0]?.id ?? '' };
    const { code } = await reader.fails(409, 'POST /bin/:id/restore', { params, body: {} });
    assert.equal(code, 'file_of_another_book');
    await remove(other.id, again);
    await restore(params.id);
    assert.equal((await filesOf(id)).length, 2);
  });

  test('moves with its book when that is joined with another, as deleted marks do', async () => {
    const { id, file, bytes, mark } = book;
    const other = await uploadBook(reader, await makeEpub({ title: 'Another', chapters: ['One.', 'Two.'] }));
    await remove(id, file);
    await reader.call('DELETE /highlights/:id', { params: { id: mark } });
    await reader.call('POST /books/:id/join', { params: { id: other.id }, body: { other: id } });
    const entries = await bin();
    assert.deepEqual(
      entries.map(({ kind, book_id }) => [kind, book_id]),
      [
        ['highlight', other.id],
        ['file', other.id],
      ],
    );
    for (const entry of entries) assert.equal((await restore(entry.id)).book_id, other.id);
    const back = (await filesOf(other.id)).find(({ language }) => language === 'de');
    assert.deepEqual(Buffer.from(await (await reader.fetch(back?.url ?? '')).arrayBuffer()), bytes);
    assert.partialDeepStrictEqual(await markOf(other.id), {
      note: 'Weiß?',
      position: { quote: { exact: 'Der Wal ist weiß' } },
    });
    assert.deepEqual(await keysOf(id), []);
  });

  test('is not in the bin when it is read or made a book of its own', async () => {
    const { id, file } = book;
    await read(id, file);
    await reader.call('POST /books/:id/files/:file/separate', { params: { id, file: id } });
    assert.deepEqual([await bin(), (await filesOf(id)).length], [[], 1]);
  });

  test('is in the backup, and goes with the account', async () => {
    const { id, file } = book;
    await remove(id, file);
    const folder = await mkdtemp(join(tmpdir(), 'lectern-bin-'));
    try {
      const { files, faults } = await makeBackup(server.services, folderBackup(join(folder, 'backup')));
      assert.ok(files.includes(`books/${id}/files/${file}/original`));
      assert.deepEqual(faults, []);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    const password = `password of ${reader.user?.name}`;
    await reader.call('DELETE /auth/delete-account', { body: { password } });
    assert.deepEqual(await keysOf(id), []);
  });
});

describe('[N-07] marks that were deleted before their book got another file', () => {
  const chapters = ['Call me Ishmael, some years ago.', 'The whale is white and swims.', 'The end of it.'];
  const quote = (exact: string) => ({ spine_index: 1, fraction: 0.1, page: 2, quote: { exact } });

  /** One of each kind, deleted. */
  async function deletedMarks(id: string): Promise<void> {
    const params = { id };
    const position = quote('whale is white');
    const highlight = await reader.call('POST /books/:id/highlights', {
      params,
      body: { text: 'whale is white', color: 'green', page: 2, position },
    });
    const note = await reader.call('POST /notes', {
      body: { book_id: id, content: 'Why?', page: 2, position },
    });
    const bookmark = await reader.call('PUT /books/:id/bookmark', {
      params,
      body: { page: 2, position, updated_at: clock.now().toISOString() },
    });
    const word = crypto.randomUUID();
    await reader.call('PUT /words/:id', {
      params: { id: word },
      body: { ...wordFrom(id), sentence: chapters[1] ?? null, position },
    });
    await reader.call('DELETE /highlights/:id', { params: { id: highlight.id } });
    await reader.call('DELETE /notes/:id', { params: { id: note.id } });
    await reader.call('DELETE /bookmarks/:id', { params: { id: bookmark.id } });
    await reader.call('DELETE /words/:id', { params: { id: word } });
  }
  async function restoredPlaces(id: string) {
    for (const entry of await bin()) if (entry.kind !== 'file') await restore(entry.id);
    const { db } = server.services;
    const tables = ['highlights', 'notes', 'bookmarks', 'looked_up_words'] as const;
    const rows = await Promise.all(tables.map((table) => rowsOf(db, table)));
    const own = rows.map((all) => all.find(({ book_id }) => book_id === id));
    return own.map((row) => JSON.parse(String(row?.position)).spine_index);
  }

  test('come back to their words: replaced, chosen, and joined with another book', async () => {
    const shifted = (more: string) => makeEpub({ chapters: [more, ...chapters] });
    const replaced = await uploadBook(reader, await makeEpub({ chapters }));
    await deletedMarks(replaced.id);
    const file = await shifted('A foreword.');
    const begun = await begin(reader, file.length, {
      metadata: { filename: 'b.epub', replaces: replaced.id },
    });
    await send(reader, begun.headers.get('location') ?? '', file);
    assert.deepEqual(await restoredPlaces(replaced.id), [2, 2, 2, 2]);
    const chosen = await uploadBook(reader, await makeEpub({ chapters: [...chapters, 'More.'] }));
    await deletedMarks(chosen.id);
    const further = await add(chosen.id, await shifted('Another foreword.'));
    await read(chosen.id, further);
    await read(chosen.id, chosen.id);
    await read(chosen.id, further);
    assert.deepEqual(await restoredPlaces(chosen.id), [2, 2, 2, 2]);
    await read(chosen.id, chosen.id);
    const { items } = await reader.call('GET /books/:id/highlights', { params: { id: chosen.id } });
    assert.deepEqual(items[0]?.position, quote('whale is white'));
    const joined = await uploadBook(reader, await makeEpub({ chapters: [...chapters, 'Even more.'] }));
    await deletedMarks(joined.id);
    const other = await uploadBook(reader, await shifted('A third foreword.'));
    await reader.call('POST /books/:id/join', { params: { id: other.id }, body: { other: joined.id } });
    assert.deepEqual(await restoredPlaces(other.id), [2, 2, 2, 2]);
  });
});
