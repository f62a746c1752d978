/** Test restores of the last backup: what they find, whom they tell, and what they leave. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LastDrill } from '@lectern/shared-contracts/api/drill.ts';
import { type BackupManifest, checksumOf } from '../src/store/backup/backupManifest.ts';
import { removeKilledDrill } from '../src/store/backup/drill/drillFolder.ts';
import { lastDrill } from '../src/store/backup/drill/drillResults.ts';
import { createDrills } from '../src/store/backup/drill/drills.ts';
import { takeNightlyBackup } from '../src/store/backup/nightlyBackups.ts';
import { readingOf } from './support/books.ts';
import type { Client } from './support/client.ts';
import { commandLine } from './support/commandLine.ts';
import { noSmallDisk, smallDisk } from './support/faults/smallDisk.ts';
import { fillLibrary } from './support/library.ts';
import { startMailServer, type TestMailServer } from './support/mailServer.ts';
import { spawnServer, startServer, type TestServer } from './support/server.ts';
import { dropDatabaseOf, storesFor } from './support/store.ts';
import { address, send } from './support/tus.ts';

const day = 86_400_000;
/** Between two looks, so that the process of the drill, which has a low priority, is not slowed. */
const pollMs = 25;
const silent = { error() {}, warn() {}, info() {} };
const none = {
  books: 0,
  notes: 0,
  highlights: 0,
  bookmarks: 0,
  looked_up_words: 0,
  part_rows: 0,
  readings: 0,
};
const program = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

let place: string;
let dataDir: string;
let post: TestMailServer;
let server: TestServer;
let ada: Client;
let bea: Client;
let bookId: string;
let backup: string;
let days = 0;

before(async () => {
  [place, dataDir] = (await Promise.all(
    ['place', 'data'].map((name) => mkdtemp(join(tmpdir(), `lectern-drill-${name}-`))),
  )) as [string, string];
  post = await startMailServer();
  const mail = { url: post.url, from: 'Lectern <books@example.org>', operator: 'operator@example.org' };
  server = await startServer({
    dataDir,
    config: { mail, origin: 'https://books.example.org' },
    services: { now: () => new Date(Date.now() + days * day) },
  });
  // After the start, which would make a backup of its own.
  server.config.backups = { place, keep: 20 };
  ada = await server.reader('ada');
  bea = await server.reader('bea');
  ({ bookId } = await fillLibrary(server, ada, 'Moby-Dick'));
  const { id } = await ada.call('POST /notes', { body: { content: 'binned' } });
  await ada.call('DELETE /notes/:id', { params: { id } });
  await ada.call('PUT /readings/:id', { params: { id: randomUUID() }, body: readingOf(bookId) });
  await bea.call('POST /notes', { body: { content: 'Mine alone' } });
});
async function passDays(number: number): Promise<void> {
  days += number;
  // Access tokens have ended meanwhile.
  for (const reader of [ada, bea]) ({ token: reader.token } = await reader.call('POST /auth/refresh', {}));
}
beforeEach(async () => {
  await passDays(1);
  const made = await takeNightlyBackup(server.services, silent);
  assert.ok(made);
  backup = made.address();
});
after(async () => {
  await server.stop();
  await post.stop();
  await dropDatabaseOf(dataDir);
  for (const folder of [place, dataDir]) await rm(folder, { recursive: true, force: true });
});

async function ended(admin = ada): Promise<LastDrill> {
  for (;;) {
    const { last_drill } = await admin.call('GET /admin/overview', {});
    if (last_drill && last_drill.state !== 'running') return last_drill;
    await setTimeout(pollMs);
  }
}

/** A drill by the button in Administration. */
async function drill(admin = ada): Promise<LastDrill> {
  assert.equal((await admin.call('POST /admin/drill', {})).state, 'running');
  return ended(admin);
}

const seenBy = async (reader: Client) => (await reader.call('GET /backup-check', {})).last;
const left = async () => (await readdir(join(dataDir, 'drill'))).filter((name) => name !== 'server.lock');

/** Changes the rows of a table in the backup, as a backup with a mistake would have them. */
async function rewrite(table: string, change: (lines: string[]) => string[], listed = true): Promise<void> {
  const path = join(backup, 'tables', `${table}.ndjson`);
  const before = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  const lines = change(before);
  const text = lines.map((line) => `${line}\n`).join('');
  await writeFile(path, text);
  const manifest = JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8')) as BackupManifest;
  manifest.digests[`tables/${table}.ndjson`] = createHash('sha256').update(text).digest('hex');
  if (listed) manifest.rows[table] = lines.length;
  manifest.checksum = checksumOf(manifest);
  await writeFile(join(backup, 'backup.json'), JSON.stringify(manifest));
}

/** The path of a file in the backup. */
async function fileOf(name: string): Promise<string> {
  const files = await readdir(join(backup, 'blobs'), { recursive: true });
  const found = files.find((file) => file.endsWith(name));
  assert.ok(found);
  return join(backup, 'blobs', found);
}

describe('a whole backup', () => {
  test('is found to be whole, with the figures of all readers, and of each for themselves', async () => {
    const { state, error, backup_at, readers, books_opened, marks, notes, words, missing } = await drill();
    assert.deepEqual(
      { state, error, readers, books_opened, marks, notes, words, missing },
      // 'so it begins', 'here', 'White' and 'Why white', 'of no book', 'Mine alone'.
      {
        state: 'passed',
        error: null,
        readers: 2,
        books_opened: 1,
        marks: 2,
        notes: 3,
        words: 12,
        missing: none,
      },
    );
    const { at } = await ended();
    assert.deepEqual(await seenBy(ada), { at, backup_at, marks: 2, notes: 2, words: 10, missing: none });
    assert.deepEqual(await seenBy(bea), { at, backup_at, marks: 0, notes: 1, words: 2, missing: none });
    assert.deepEqual(await left(), []);
  });

  test('what was written, changed or deleted since is no difference', async () => {
    const [note] = (await ada.call('GET /notes', {})).items;
    await ada.call('DELETE /notes/:id', { params: { id: note?.id ?? '' } });
    await ada.call('POST /notes', { body: { content: 'later' } });
    const params = { id: bookId };
    const [highlight] = (await ada.call('GET /books/:id/highlights', { params })).items;
    await ada.call('PUT /highlights/:id', { params: { id: highlight?.id ?? '' }, body: { note: 'other' } });
    // Made offline, days before the backup.
    const updated_at = new Date(Date.now() - 9 * day).toISOString();
    await ada.call('PUT /books/:id/bookmark', { params, body: { page: 9, label: 'offline', updated_at } });
    await ada.call('PUT /words/:id', {
      params: { id: randomUUID() },
      body: {
        word: 'sea',
        headword: 'sea',
        language: 'en',
        sentence: null,
        meaning: null,
        book_id: null,
        position: null,
        created_at: updated_at,
      },
    });
    // Restored with the dates that it had before the backup.
    const [binned] = (await ada.call('GET /bin', { query: { q: 'binned' } })).items;
    await ada.call('POST /bin/:id/restore', { params: { id: binned?.id ?? '' }, body: {} });
    const { state, missing } = await drill();
    assert.deepEqual([state, missing], ['passed', none]);
  });

  test('is tried by the command line too', async () => {
    const env = { DATA_DIR: dataDir, LECTERN_BACKUP_DIR: place, ...(await storesFor(dataDir)) };
    const { stdout } = await commandLine(['drill'], env);
    assert.match(stdout, /^Restored beside the library, and nothing is missing: 2 readers, 4 notes, 3 highl/);
    assert.deepEqual(await left(), []);
  });
});

describe('a backup that lacks something', () => {
  test('a row, in the table and in its list: named by kind and number, mailed, and told its reader', async () => {
    await rewrite('notes', (lines) => lines.filter((line) => !line.includes('Mine alone')));
    const { state, error, missing } = await drill();
    assert.deepEqual([state, missing], ['failed', { ...none, notes: 1 }]);
    assert.match(error ?? '', /: notes: 1 \(readers: 1\)\.$/);
    const { warnings } = await ada.call('GET /admin/overview', {});
    assert.ok(warnings.includes('drill_failed'));
    const { to, raw } = await post.next();
    assert.deepEqual(to, ['operator@example.org']);
    assert.match(raw, /notes: 1 \(readers: 1\)/);
    assert.deepEqual((await seenBy(bea))?.missing, { ...none, notes: 1 });
    assert.deepEqual((await seenBy(ada))?.missing, none);
  });

  test('a bookmark of a reader who has set none since', async () => {
    await rewrite('bookmarks', (lines) => lines.slice(1));
    assert.deepEqual((await drill()).missing, { ...none, bookmarks: 1 });
    await post.next();
  });

  test('a reading of a book', async () => {
    await rewrite('readings', (lines) => lines.slice(1));
    assert.deepEqual((await drill()).missing, { ...none, readings: 1 });
    await post.next();
  });

  test('the text of a note', async () => {
    await rewrite('notes', (lines) => lines.map((line) => line.replace('Mine alone', 'Mine')));
    assert.deepEqual((await drill()).missing, { ...none, notes: 1 });
    await post.next();
  });

  test('what a remote keeps', async () => {
    await rewrite('part_rows', (lines) => lines.map((line) => line.replace('Ann', 'Ben')));
    assert.deepEqual((await drill()).missing, { ...none, part_rows: 1 });
    await post.next();
  });

  test('a row that its list has', async () => {
    await rewrite('reading_sessions', (lines) => lines.slice(1), false);
    const before = await seenBy(ada);
    const { state, error } = await drill();
    assert.equal(state, 'failed');
    assert.match(error ?? '', /0 rows of the table reading_sessions were restored, and it lists 1\.$/);
    await post.next();
    // Readers keep what was found before.
    assert.deepEqual(await seenBy(ada), before);
  });
});

describe('a damaged backup', () => {
  for (const [what, damage] of [
    ['a file that has changed', (path: string) => writeFile(path, 'other')],
    ['a file that is missing', (path: string) => rm(path)],
  ] as const)
    test(`${what} is named`, async () => {
      const path = await fileOf('pack');
      await damage(path);
      const { state, error } = await drill();
      assert.equal(state, 'failed');
      assert.ok(error?.startsWith(`The backup is damaged: ${path}: `), error ?? '');
      assert.match((await post.next()).raw, /The backup is damaged/);
      assert.deepEqual(await left(), []);
    });

  test('the command line says so, and fails', async () => {
    await rm(await fileOf('original'));
    const env = { DATA_DIR: dataDir, LECTERN_BACKUP_DIR: place, ...(await storesFor(dataDir)) };
    await assert.rejects(commandLine(['drill'], env), {
      code: 1,
      stderr: /^The backup is damaged: .*original/,
    });
    assert.deepEqual(await left(), []);
  });
});

describe('who may begin one', () => {
  test('administrators only, and one at a time', async () => {
    await bea.fails(403, 'POST /admin/drill');
    await server.visitor.fails(401, 'POST /admin/drill');
    await server.visitor.fails(401, 'GET /backup-check');
    await ada.call('POST /admin/drill', {});
    const { error } = await ada.fails(409, 'POST /admin/drill');
    assert.match(error, /under way already/);
    assert.equal((await ended()).state, 'passed');
  });

  test('nobody where there are no nightly backups', async () => {
    const { backups } = server.config;
    server.config.backups = null;
    const { error } = await ada.fails(409, 'POST /admin/drill');
    server.config.backups = backups;
    assert.match(error, /LECTERN_BACKUP_DIR is not set/);
  });

  test('the server itself after a backup, each week, and again after one that failed', async () => {
    const { drills } = server.services;
    const passed = await drill();
    await drills.startWhenDue();
    assert.equal((await ended()).at, passed.at);
    await passDays(7);
    await drills.startWhenDue();
    const next = await ended();
    assert.notEqual(next.at, passed.at);
    const original = await fileOf('original');
    const bytes = await readFile(original);
    await rm(original);
    await drill();
    await post.next();
    await writeFile(original, bytes);
    await drills.startWhenDue();
    assert.equal((await ended()).state, 'passed');
  });
});

/** Waits until a drill restores. */
async function begun(folder: string): Promise<void> {
  const files = () => readdir(join(folder, 'drill'), { recursive: true }).catch(() => []);
  while (!(await files()).some((name) => name.endsWith('lectern.db'))) await setTimeout(pollMs);
}

describe('a drill that is killed', () => {
  test('by the command line: the next look removes it and says so', async () => {
    const child = spawn(process.execPath, [program, 'drill'], {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        LECTERN_BACKUP_DIR: place,
        ...(await storesFor(dataDir)),
      },
      stdio: 'ignore',
    });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    await begun(dataDir);
    child.kill('SIGSTOP');
    // It is alive, so nothing is removed, and no other one begins.
    await removeKilledDrill(server.services);
    assert.equal((await left()).length, 1);
    child.kill('SIGKILL');
    await gone;
    assert.equal((await left()).length, 1);
    await removeKilledDrill(server.services);
    assert.deepEqual(await left(), []);
    assert.match((await lastDrill(server.services.db))?.error ?? '', /^It was interrupted/);
    assert.equal((await drill()).state, 'passed');
  });

  test('by a shutdown: it is not the fault of the backup, so nobody is mailed', async () => {
    post.refusing = true;
    const drills = createDrills(server.services, silent);
    await drills.start();
    await drills.stop();
    post.refusing = false;
    const { state, error } = (await lastDrill(server.services.db)) ?? {};
    assert.deepEqual([state, error], ['failed', 'It was interrupted: its process was ended.']);
    assert.deepEqual([post.refused, await left()], [0, []]);
  });

  test('with the server, which began it after its first backup: the next start removes it', async () => {
    const [home, backups] = [
      await mkdtemp(join(tmpdir(), 'lectern-drill-')),
      await mkdtemp(join(tmpdir(), 'lectern-drill-')),
    ];
    const first = await spawnServer(home, { LECTERN_BACKUP_DIR: backups });
    await begun(home);
    await first.kill('SIGKILL');
    const next = await spawnServer(home, { LECTERN_BACKUP_DIR: backups });
    const admin = next.visitor;
    await admin.register({ email: 'ada@example.org', password: 'correct horse', name: 'Ada' });
    assert.match((await ended(admin)).error ?? '', /^It was interrupted/);
    assert.deepEqual(await readdir(join(home, 'drill')), ['server.lock']);
    await next.kill('SIGTERM');
    await dropDatabaseOf(home);
    for (const folder of [home, backups]) await rm(folder, { recursive: true, force: true });
  });
});

test('on a full disk: it says so, the library is not touched, and it works once there is room', {
  skip: noSmallDisk,
}, async () => {
  const disk = smallDisk(64);
  const full = await startServer({ dataDir: disk.folder, config: { databaseUrl: null, bucket: null } });
  const target = await mkdtemp(join(tmpdir(), 'lectern-drill-'));
  try {
    full.config.backups = { place: target, keep: 2 };
    const admin = await full.reader('ada');
    await fillLibrary(full, admin, 'Moby-Dick');
    const waiting = 24 * 1024 ** 2;
    await send(admin, await address(admin, waiting + 1), Buffer.alloc(waiting));
    assert.ok(await takeNightlyBackup(full.services, silent));
    disk.fill(8 * 1024 ** 2);
    const { state, error } = await drill(admin);
    assert.equal(state, 'failed');
    assert.match(
      error ?? '',
      /is too full to restore the backup beside the library: \d+ MB are needed, 8 are free/,
    );
    await admin.call('POST /notes', { body: { content: 'still written' } });
    disk.free();
    // Less than the upload that waits: it is read, and not copied.
    disk.fill(20 * 1024 ** 2);
    assert.equal((await drill(admin)).state, 'passed');
  } finally {
    await full.stop();
    disk.remove();
    await rm(target, { recursive: true });
  }
});
