import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { passingTables, tableKeys } from '../src/backup/tableKeys.ts';
import { client } from './support/client.ts';
import { fillLibrary } from './support/library.ts';
import { startServer } from './support/server.ts';
import { dropDatabaseOf, storesFor } from './support/store.ts';
import { rowsOf, tableNames } from './support/tables.ts';

const program = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
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

/** As whoever runs the library would. @returns what it said */
async function cli(dataDir: string, ...args: string[]): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    ...(await storesFor(dataDir)),
  };
  return (await promisify(execFile)(process.execPath, [program, ...args], { env })).stdout;
}

test('a library that is in use is backed up, and restored into an empty folder everything is there', async () => {
  const before = await startServer({ dataDir: from });
  const reader = await before.reader('ada');
  const { bookId, bytes } = await fillLibrary(before, reader, 'Moby-Dick');
  const said = await cli(from, 'backup', copy);
  assert.match(said, /^Backed up: 1 readers, 1 books, 2 notes, 1 highlights, 6 files/);
  // What came later is not in it.
  await reader.call('POST /notes', { body: { content: 'later' } });
  const tables = await tableNames(before.services.db);
  assert.deepEqual(
    [...Object.keys(tableKeys), ...passingTables].sort(),
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
      'progress',
      'points',
      'messages',
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
    // Whoever was signed in still is.
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
    // And it goes on: another book, with passages that are counted on.
    await fillLibrary(after, await after.reader('bea'), 'Another');
  } finally {
    await after.stop();
  }
});

test('only a whole backup is restored, and only into an empty library', async () => {
  const library = await startServer({ dataDir: from });
  await library.reader('ada');
  await cli(from, 'backup', copy);
  await assert.rejects(cli(from, 'backup', copy), /is not empty/);
  await assert.rejects(cli(from, 'restore', copy), /a library here already/);
  await library.stop();
  const users = join(copy, 'tables', 'users.ndjson');
  const whole = await readFile(users, 'utf8');
  await writeFile(users, '');
  await assert.rejects(cli(to, 'restore', copy), /damaged: users has 0 rows of 1/);
  await writeFile(users, whole);
  await cli(to, 'restore', copy);
  await rm(join(copy, 'backup.json'));
  await assert.rejects(cli(to, 'restore', copy), /no whole backup/);
  assert.ok((await readdir(to)).includes('secret'));
});

const sorted = (rows: Record<string, unknown>[]) =>
  rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();
