import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { openBlobs } from '../src/intake/staging/openBlobs.ts';
import { loadConfig } from '../src/run/config/config.ts';
import { type BackupManifest, checksumOf } from '../src/store/backup/backupManifest.ts';
import { folderBackup } from '../src/store/backup/folderBackups.ts';
import { makeBackup } from '../src/store/backup/makeBackup.ts';
import { restoreBackup } from '../src/store/backup/restoreBackup.ts';
import { tableKeys, transientTables } from '../src/store/backup/tableKeys.ts';
import { verifyBackup } from '../src/store/backup/verifyBackup.ts';
import { blobKeys } from '../src/store/blobs/blobs.ts';
import { openStore } from '../src/store/open/openStore.ts';
import { noBucket } from './support/blobs/bucket.ts';
import { client } from './support/client.ts';
import { commandLine } from './support/commandLine.ts';
import { fillLibrary } from './support/library.ts';
import { startServer, type TestServer } from './support/server.ts';
import { dropDatabaseOf, storesFor } from './support/store.ts';
import { putBytes } from './support/stored.ts';
import { rowsOf, tableNames } from './support/tables.ts';

let [from, to, copy] = ['', '', ''];

beforeEach(async () => {
  [from = '', to = '', copy = ''] = await Promise.all(
    ['from', 'to', 'copy'].map((name) => mkdtemp(join(tmpdir(), `lectern-${name}-`))),
  );
});
afterEach(async () => {
  for (const folder of [from, to]) await dropDatabaseOf(folder);
  for (const folder of [from, to, copy]) await rm(folder, { recursive: true, force: true });
});

/**
 * Runs a command as the operator would.
 * @returns its output
 */
async function cli(dataDir: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await commandLine(args, { DATA_DIR: dataDir, ...(await storesFor(dataDir)) });
  return stdout + stderr;
}

const verified = () => verifyBackup(folderBackup(copy));
const backUp = ({ services }: TestServer) => makeBackup(services, folderBackup(copy));

/** Restores the backup into `to`, in this process: starting one for the command takes longer than restoring. */
async function restore(): Promise<BackupManifest> {
  const manifest = await verified();
  const config = loadConfig({ DATA_DIR: to, ...(await storesFor(to)) });
  const engine = await openStore(config, { role: 'command' });
  try {
    const services = { config, engine, ...(await openBlobs(config, engine.db)) };
    await restoreBackup(services, folderBackup(copy), manifest);
  } finally {
    await engine.db.destroy();
  }
  return manifest;
}

interface MadeBackup {
  folder: string;
  bookId: string;
  secret: string;
}

let made: MadeBackup | undefined;

/** A library with one user and one book is backed up once, and `copy` is a copy of the backup. */
async function backedUp(): Promise<MadeBackup> {
  made ??= await makeOnce();
  await cp(made.folder, copy, { recursive: true });
  return made;
}

async function makeOnce(): Promise<MadeBackup> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-made-'));
  const library = await startServer({ dataDir: from });
  try {
    const { bookId } = await fillLibrary(library, await library.reader('ada'), 'Moby-Dick');
    await makeBackup(library.services, folderBackup(folder));
    return { folder, bookId, secret: await readFile(join(from, 'secret'), 'utf8') };
  } finally {
    await library.stop();
  }
}

after(async () => {
  if (made) await rm(made.folder, { recursive: true, force: true });
});

test('[N-07] what is in the bin is restored from a backup with the files of its books, and goes on', async () => {
  const before = await startServer({ dataDir: from });
  const reader = await before.reader('ada');
  const { bookId, bytes } = await fillLibrary(before, reader, 'Moby-Dick');
  await reader.call('DELETE /books/:id', { params: { id: bookId } });
  await backUp(before);
  await before.stop();
  await restore();
  const after = await startServer({ dataDir: to });
  try {
    const ada = client(after.origin, '/v1');
    await ada.signIn({ email: 'ada@example.org', password: 'password of ada' });
    const [entry] = (await ada.call('GET /bin', {})).items;
    await ada.call('POST /bin/:id/restore', { params: { id: entry?.id ?? '' }, body: {} });
    const { file_url } = await ada.call('GET /books/:id/manifest', { params: { id: bookId } });
    assert.deepEqual(Buffer.from(await (await ada.fetch(file_url)).arrayBuffer()), bytes);
    await ada.call('DELETE /books/:id', { params: { id: bookId } });
    assert.equal((await ada.call('GET /bin', {})).items.length, 1);
  } finally {
    await after.stop();
  }
});

test('a library in use is backed up, and everything is restored into an empty folder', async () => {
  const before = await startServer({ dataDir: from });
  const reader = await before.reader('ada');
  const { bookId, bytes } = await fillLibrary(before, reader, 'Moby-Dick');
  const said = await cli(from, 'backup', copy);
  assert.match(said, /^Backed up: 1 readers, 1 books, 2 notes, 1 highlights, 6 files/);
  // Created after the backup.
  await reader.call('POST /notes', { body: { content: 'later' } });
  const tables = await tableNames(before.services.db);
  assert.deepEqual(
    [...Object.keys(tableKeys), ...transientTables].sort(),
    tables.filter((name) => !name.startsWith('kysely_') && !name.startsWith('sqlite_')).sort(),
  );
  const rowsBefore = new Map(
    await Promise.all(tables.map(async (name) => [name, await rowsOf(before.services.db, name)] as const)),
  );
  await before.stop();

  assert.match(await cli(to, 'restore', copy), /^Restored: 1 readers, 1 books/);
  const after = await startServer({ dataDir: to });
  try {
    for (const name of [
      'books',
      'highlights',
      'bookmarks',
      'form_values',
      'progress',
      'points',
      'messages',
      'part_rows',
      'goals',
      'spine_items',
      'resources',
      'users',
    ])
      assert.deepEqual(
        sorted(await rowsOf(after.services.db, name)),
        sorted(rowsBefore.get(name) ?? []),
        name,
      );
    assert.equal((await rowsOf(after.services.db, 'notes')).length, 2);
    // Users stay signed in.
    const browser = client(after.origin, '/v1');
    browser.token = reader.token;
    for (const [name, value] of reader.cookies) browser.cookies.set(name, value);
    const book = await browser.call('GET /books/:id', { params: { id: bookId } });
    assert.equal(book.title, 'Moby-Dick');
    await browser.call('POST /auth/refresh', {});
    const manifest = await browser.call('GET /books/:id/manifest', { params: { id: bookId } });
    assert.equal((await browser.fetch(`${manifest.content_url}/${manifest.spine[0]?.href}`)).status, 200);
    assert.deepEqual(Buffer.from(await (await browser.fetch(manifest.file_url)).arrayBuffer()), bytes);
    assert.equal((await browser.fetch(book.cover_url ?? '')).status, 200);
    assert.equal((await browser.call('GET /search', { query: { q: 'ishmael' } })).items.length, 1);
    // It can be used: another book, whose passages continue the numbering.
    await fillLibrary(after, await after.reader('bea'), 'Another');
  } finally {
    await after.stop();
  }
});

test('only a complete backup is restored, and only into an empty library', async () => {
  const library = await startServer({ dataDir: from });
  await library.reader('ada');
  await backUp(library);
  await assert.rejects(backUp(library), /is not empty/);
  // On SQLite the folder belongs to a running server; any database may have users.
  await assert.rejects(cli(from, 'restore', copy), /a library here already|Another Lectern is running/);
  await library.stop();
  const users = join(copy, 'tables', 'users.ndjson');
  const whole = await readFile(users, 'utf8');
  await writeFile(users, '');
  await assert.rejects(restore(), /damaged: .*users\.ndjson: its content has changed/);
  await writeFile(users, whole);
  await restore();
  await rm(join(copy, 'backup.json'));
  await assert.rejects(restore(), /no whole backup/);
  assert.ok((await readdir(to)).includes('secret'));
});

describe('[O-01] the command line finds its library, or reports that there is none', () => {
  test('in another folder, and without DATA_DIR', async () => {
    const elsewhere = { ...(await storesFor(to)), DATA_DIR: to };
    if (process.env.DATABASE_URL === undefined || process.env.DATABASE_URL === '')
      await assert.rejects(
        commandLine(['backup', copy], noBucket, to),
        /There is no library in .*data, which is taken because DATA_DIR is not set\. Set DATA_DIR/,
      );
    await assert.rejects(commandLine(['backup', copy], elsewhere), /There is no library in /);
    assert.deepEqual(await readdir(copy), []);
    assert.ok(!(await readdir(to)).includes('lectern.db'));
  });
});

describe('[O-03] verified backups', () => {
  /** Simulates a manual change of the manifest, with a valid checksum. */
  async function changeManifest(change: (manifest: BackupManifest) => void): Promise<void> {
    const path = join(copy, 'backup.json');
    const manifest: BackupManifest = JSON.parse(await readFile(path, 'utf8'));
    change(manifest);
    await writeFile(path, JSON.stringify({ ...manifest, checksum: checksumOf(manifest) }));
  }

  test('with damage are refused with the name of the file, before anything is restored', async () => {
    const { bookId } = await backedUp();
    assert.match(await cli(to, 'verify', copy), /^Whole: 1 readers, 1 books/);
    const damages: [file: string, change: (bytes: Buffer) => Buffer | null][] = [
      [`blobs/books/${bookId}/original`, (bytes) => Buffer.from(bytes.with(bytes.length >> 1, 0x2a))],
      [`blobs/books/${bookId}/pack`, (bytes) => bytes.subarray(0, 100)],
      [
        'tables/notes.ndjson',
        (bytes) => Buffer.from(bytes.toString().replace('white', 'wh1te').replace('Why', 'Wh1')),
      ],
      ['tables/books.ndjson', (bytes) => bytes.subarray(0, 40)],
      ['tables/users.ndjson', () => null],
      ['secret', (bytes) => bytes.subarray(0, 10)],
      ['backup.json', (bytes) => Buffer.from(bytes.toString().replace('"books": 1', '"books": 2'))],
      ['backup.json', (bytes) => bytes.subarray(0, 300)],
    ];
    for (const [file, change] of damages) {
      const path = join(copy, file);
      const whole = await readFile(path);
      const changed = change(whole);
      if (changed === null) await rm(path);
      else await writeFile(path, changed);
      const damaged = new RegExp(`damaged: .*${file.replaceAll('.', '\\.')}: `);
      await assert.rejects(verified(), damaged, file);
      // Which restoring does first.
      if (file === 'secret') await assert.rejects(cli(to, 'restore', copy), damaged);
      await writeFile(path, whole);
    }
    assert.deepEqual(await readdir(to), []);
  });

  test('[O-20] a backup that names files elsewhere, or is of a newer version, is refused', async () => {
    await backedUp();
    const path = join(copy, 'backup.json');
    const whole = await readFile(path);
    for (const key of ['../../../etc/passwd', 'books/../../secret', '/etc/passwd', 'remotes/x']) {
      await changeManifest((manifest) => manifest.files.push(key));
      await assert.rejects(verified(), /damaged: .*backup\.json: it names the file/);
      await writeFile(path, whole);
    }
    for (const outside of ['../../../dev/zero', '/dev/zero']) {
      await changeManifest(({ digests = {} }) => {
        digests[outside] = '';
      });
      await assert.rejects(verified(), /damaged: .*backup\.json: it names the file/);
      await writeFile(path, whole);
    }
    for (const field of ['files', 'rows', 'version'] as const) {
      await changeManifest((manifest) => {
        delete (manifest as Partial<BackupManifest>)[field];
      });
      await assert.rejects(verified(), /damaged: .*backup\.json: it is no list of a backup/, field);
      await writeFile(path, whole);
    }
    await changeManifest((manifest) => {
      manifest.migration = '9999_later';
    });
    await assert.rejects(verified(), /made by a newer Lectern/);
    assert.deepEqual(await readdir(to), []);
  });

  test('backing up a library reports missing or changed book files', async () => {
    const library = await startServer({ dataDir: from });
    const reader = await library.reader('ada');
    const { bookId } = await fillLibrary(library, reader, 'Moby-Dick');
    const { blobs } = library.services;
    await putBytes({ blobs }, blobKeys.original({ id: bookId, file_id: null }), Buffer.from('another file'));
    await blobs.removeAll(blobKeys.pack({ id: bookId, file_id: null }));
    const said = await cli(from, 'backup', copy);
    await library.stop();
    assert.match(said, /Missing in the library, and so in the backup: books\/.*\/pack of “Moby-Dick”/);
    assert.match(said, /Not the file that was uploaded: books\/.*\/original of “Moby-Dick”/);
    assert.equal((await restore()).rows.books, 1);
  });

  test('restoring into a folder that a server has started in also restores the secret', async () => {
    const { secret } = await backedUp();
    await (await startServer({ dataDir: to })).stop();
    assert.notEqual(await readFile(join(to, 'secret'), 'utf8'), secret);
    await restore();
    assert.equal(await readFile(join(to, 'secret'), 'utf8'), secret);
  });

  test('a backup with a column that the tables have no more is restored', async () => {
    const library = await startServer({ dataDir: from });
    await fillLibrary(library, await library.reader('ada'), 'Moby-Dick');
    await sql`alter table books add column read_again integer default 0 not null`.execute(
      library.services.db,
    );
    await backUp(library);
    await library.stop();
    assert.equal((await restore()).rows.books, 1);
  });

  test('a backup from before 1.0 is refused, and the message says what to do', async () => {
    await mkdir(copy, { recursive: true });
    const manifest = { format: 'lectern-backup', version: 1, rows: {}, files: [] };
    await writeFile(join(copy, 'backup.json'), JSON.stringify(manifest));
    await assert.rejects(verified(), /before Lectern 1\.0: restore it with the version that made it/);
  });
});

const sorted = (rows: Record<string, unknown>[]) =>
  rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();
