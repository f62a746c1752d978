/** A backup is whole, whatever readers and other backups do while it is made. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, mock, test } from 'node:test';
import type { Upload } from '@lectern/shared-contracts/api/uploads.ts';
import { recoverUploads } from '../src/intake/uploads/recover.ts';
import { removeLateFiles } from '../src/library/books/removeLateFiles.ts';
import type { BackupManifest } from '../src/store/backup/backupManifest.ts';
import { folderBackup } from '../src/store/backup/folderBackups.ts';
import { makeBackup } from '../src/store/backup/makeBackup.ts';
import { verifyBackup } from '../src/store/backup/verifyBackup.ts';
import { endHolds, holdDeletes, runPendingBlobDeletes } from '../src/store/blobs/pendingBlobDeletes.ts';
import { type Client, client } from './support/client.ts';
import { commandLine } from './support/commandLine.ts';
import { makeEpub } from './support/epub.ts';
import { fillLibrary } from './support/library.ts';
import { startServer, type TestServer } from './support/server.ts';
import { dropDatabaseOf, storesFor } from './support/store.ts';
import { stagedNames, storedBooks, storedKeys } from './support/stored.ts';
import { address, begin, received, send } from './support/tus.ts';

let server: TestServer;
let reader: Client;
let now: Date;
let [copy, other, to] = ['', '', ''];

beforeEach(async () => {
  [copy = '', other = '', to = ''] = await Promise.all(
    ['copy', 'other', 'to'].map((name) => mkdtemp(join(tmpdir(), `lectern-${name}-`))),
  );
  now = new Date();
  server = await startServer({ services: { now: () => now } });
  reader = await server.reader();
});
afterEach(async () => {
  await server.stop();
  await dropDatabaseOf(to);
  for (const folder of [copy, other, to]) await rm(folder, { recursive: true, force: true });
});

async function upload(title: string, metadata: Record<string, string> = {}): Promise<string> {
  const file = await makeEpub({ title });
  const begun = await begin(reader, file.length, { metadata: { filename: 'a.epub', ...metadata } });
  const answer = await send(reader, begun.headers.get('location') ?? '', file);
  return ((await answer.json()) as Upload).book?.id ?? '';
}

/** Makes a backup, and changes the library after the rows and this many files were copied. */
function backUpDuring(change: () => Promise<void>, copied = 0): Promise<BackupManifest> {
  const store = folderBackup(copy);
  let files = 0;
  return makeBackup(server.services, {
    ...store,
    async copyFrom(path, localPath) {
      if (files === 0 && copied === 0) await change();
      const digest = await store.copyFrom(path, localPath);
      files += 1;
      if (files === copied) await change();
      return digest;
    },
  });
}

/** Deletes a book, also from the bin. */
async function deleteForGood(id: string): Promise<void> {
  await reader.call('DELETE /books/:id', { params: { id } });
  await reader.call('DELETE /bin', {});
}

/** A server on the restored backup. */
async function restore(): Promise<TestServer> {
  await commandLine(['restore', copy], { DATA_DIR: to, ...(await storesFor(to)) });
  return startServer({ dataDir: to });
}

test('a backup has the file of a book that is replaced and imported into while it is made', async () => {
  const id = await upload('First edition');
  const { faults, files } = await backUpDuring(async () => {
    // Which must not let go what the first one still needs.
    await makeBackup(server.services, folderBackup(other));
    await upload('Second edition', { replaces: id });
    await reader.call('POST /books/import', {
      body: { items: [{ title: 'Emma', author: '', status: 'unread' }] },
    });
  });
  assert.deepEqual(faults, []);
  await verifyBackup(folderBackup(copy));
  const kept = await storedKeys(server.services);
  assert.ok(files.some((key) => kept.includes(key)));
  await runPendingBlobDeletes(server.services);
  const left = await storedKeys(server.services);
  assert.ok(left.length < kept.length, 'the file that was replaced is deleted after the backup');
});

test('a backup has the files of a book that is deleted while its cover is drawn', async () => {
  const id = await upload('Emma');
  const { faults, files } = await backUpDuring(async () => {
    await deleteForGood(id);
    await removeLateFiles(server.services, id);
  });
  assert.deepEqual(faults, []);
  assert.ok(files.length > 2);
  await runPendingBlobDeletes(server.services);
  assert.deepEqual(await storedKeys(server.services), []);
});

test('a backup whose process was killed holds deletes for a quarter of an hour', async () => {
  const { services } = server;
  const id = await upload('Emma');
  await holdDeletes(services);
  await holdDeletes(services);
  await deleteForGood(id);
  const isDeletedAfter = async (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
    await endHolds(services);
    await runPendingBlobDeletes(services);
    return (await storedKeys(services)).length === 0;
  };
  assert.equal(await isDeletedAfter(14), false);
  assert.equal(await isDeletedAfter(2), true);
  const settings = await services.db.selectFrom('settings').select('name').execute();
  assert.ok(!settings.some(({ name }) => name.startsWith('hold_deletes_until')));
});

test('a backup that copies one file for hours holds deletes all the time', async () => {
  const { db } = server.services;
  const holdEnd = async () => {
    const settings = await db.selectFrom('settings').selectAll().execute();
    return settings.find(({ name }) => name.startsWith('hold_deletes_until'))?.value;
  };
  mock.timers.enable({ apis: ['setInterval'] });
  const hold = await holdDeletes(server.services);
  try {
    const before = await holdEnd();
    now = new Date(now.getTime() + 14 * 60_000);
    mock.timers.tick(60_000);
    let end = before;
    for (let looks = 0; looks < 1_000 && end === before; looks++) end = await holdEnd();
    assert.ok(Date.parse(end ?? '') > now.getTime() + 10 * 60_000);
  } finally {
    mock.timers.reset();
    await hold.release();
  }
  assert.equal(await holdEnd(), undefined);
});

test('a start removes the copy of the database that a killed backup has left, and not one in use', {
  skip: process.env.LECTERN_TEST_ENGINE === 'postgres',
}, async () => {
  const [killed, used] = ['killed', 'used'].map((name) =>
    join(server.config.dataDir, 'staging', `snapshot-${name}`),
  ) as [string, string];
  for (const copied of [killed, used]) {
    await mkdir(copied);
    await writeFile(join(copied, 'lectern.db'), '');
  }
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  await utimes(killed, yesterday, yesterday);
  await recoverUploads(server.services);
  await assert.rejects(stat(killed), { code: 'ENOENT' });
  assert.ok(await stat(used));
});

test('a library into which everything of a reader is brought during a backup is restored whole', async () => {
  const file = await makeEpub({ title: 'Half sent' });
  const upload = await address(reader, file.length);
  await send(reader, upload, file.subarray(0, 500));
  const before = await fillLibrary(server, reader, 'Before');
  const bring = async (title: string) => {
    await fillLibrary(server, reader, title);
    const listed = { title: `${title}, listed`, author: 'An Author', status: 'completed' } as const;
    await reader.call('POST /books/import', { body: { items: [listed] } });
  };
  const store = folderBackup(copy);
  let isCopying = false;
  await makeBackup(server.services, {
    ...store,
    async write(path, text) {
      if (path === 'tables/highlights.ndjson') await bring('Between two tables');
      return store.write(path, text);
    },
    async copyFrom(path, localPath) {
      if (!isCopying) {
        isCopying = true;
        await bring('Between rows and files');
        await reader.call('DELETE /books/:id', { params: { id: before.bookId } });
        await send(reader, upload, file.subarray(500), 500);
      }
      return store.copyFrom(path, localPath);
    },
  });
  const restored = await restore();
  try {
    const { db } = restored.services;
    const books = await db.selectFrom('books').select('id').execute();
    assert.deepEqual(books, [{ id: before.bookId }], 'the library of the moment at which the backup began');
    assert.deepEqual(await storedBooks(restored.services), [before.bookId]);
    const open = await db.selectFrom('uploads').select('id').where('state', '!=', 'done').execute();
    const known = open.map(({ id }) => id);
    assert.deepEqual(
      (await stagedNames(restored.services)).filter((id) => !known.includes(id)),
      [],
    );
    const browser = client(restored.origin, '/v1');
    browser.token = reader.token;
    // What became a book meanwhile is in no file of the backup. The browser sends all of it again.
    assert.equal((await received(browser, upload)) ?? 0, 0);
    const { faults } = await makeBackup(restored.services, folderBackup(other));
    assert.deepEqual(faults, []);
  } finally {
    await restored.stop();
  }
});
