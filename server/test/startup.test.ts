/**
 * Conditions that prevent a start: the message says what is wrong, where, and how to fix it; nothing is overwritten.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFile, cp, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { StartError } from '../src/run/common/errors.ts';
import { type Config, databaseFile, explainListenError, loadConfig } from '../src/run/config/config.ts';
import { noBucket } from './support/blobs/bucket.ts';
import { bookFile } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { spawnServer, startServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

/** SQLite and files in the data folder, whatever the other tests use. */
const onFiles = { databaseUrl: null, bucket: null };
const onFilesEnv = { DATABASE_URL: '', ...noBucket };

let folder: string;
let made: string;
before(async () => {
  made = await mkdtemp(join(tmpdir(), 'lectern-startup-'));
  const server = await startServer({ dataDir: join(made, 'data'), config: onFiles });
  await uploadBook(await server.reader('ada'), bookFile());
  await server.stop();
});
after(() => rm(made, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-startup-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const dataDir = () => join(folder, 'data');

/** A library with one user and one book; its server has stopped. */
const library = () => cp(join(made, 'data'), dataDir(), { recursive: true });

const starts = async (config: Partial<Config> = {}): Promise<void> =>
  (await startServer({ dataDir: dataDir(), config: { ...onFiles, ...config } })).stop();

/** Names and contents of all files except the lock, which is empty, and SQLite's auxiliary files. */
async function contents(of = dataDir()): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(of, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || /^(server\.lock|lectern\.db-(wal|shm))$/.test(entry.name)) continue;
    found[path] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }
  return found;
}

async function refuses(pattern: RegExp): Promise<void> {
  const before = await contents();
  await assert.rejects(starts(), (error: Error) => {
    assert.ok(error instanceof StartError, String(error));
    assert.match(error.message, pattern);
    return true;
  });
  assert.deepEqual(await contents(), before, 'nothing was changed');
}

describe('[O-02] books without their database', () => {
  test('a database that is missing, empty, or of another library', async () => {
    await library();
    const database = join(dataDir(), 'lectern.db');
    await rm(database);
    await refuses(/lectern\.db is missing or empty, but there are books in/);
    await writeFile(database, '');
    await refuses(/lectern\.db is missing or empty, but there are books in/);
    const other = await mkdtemp(join(folder, 'other-'));
    await (await startServer({ dataDir: other, config: onFiles })).stop();
    await copyFile(join(other, 'lectern.db'), database);
    await refuses(/The database has no readers, but there are files of books/);
  });

  test('a bucket or folder without the books of the database is logged', async () => {
    await library();
    await rm(join(dataDir(), 'blobs'), { recursive: true });
    const server = await spawnServer(
      dataDir(),
      { ...onFilesEnv, LECTERN_LOG: 'warn' },
      /first books are missing/,
    );
    await server.kill('SIGTERM');
  });
});

describe('[O-10] one library, one secret, one server', () => {
  test('a missing secret is not created again', async () => {
    await library();
    await rm(join(dataDir(), 'secret'));
    await refuses(/The secret of this library is missing: .*secret\. Put it back/);
    const LECTERN_SECRET = 'Quu7eiT3ohPh0aecai5iej1Ooqu6ohch';
    assert.equal(loadConfig({ DATA_DIR: dataDir(), LECTERN_SECRET }).secret, LECTERN_SECRET);
  });

  test('a second server on the same folder does not start, and the first continues', async () => {
    const first = await spawnServer(dataDir(), onFilesEnv);
    try {
      await assert.rejects(
        spawnServer(dataDir(), onFilesEnv),
        /^Error: The server ended with 1: Lectern cannot start: Another Lectern is running on the data folder .*\n$/,
      );
      await first.visitor.call('GET /health', {});
    } finally {
      await first.kill('SIGKILL');
    }
    // The lock ends with its process.
    await starts();
  });

  test('a misspelled setting', () => {
    assert.throws(
      () => loadConfig({ DATA_DIR: dataDir(), LECTERN_REGISTRATON: 'invited' }),
      /LECTERN_REGISTRATON is not a setting of Lectern\. Did you mean LECTERN_REGISTRATION\?/,
    );
    // Settings of the project's tools, or of other programs.
    loadConfig({ DATA_DIR: dataDir(), LECTERN_FUZZ_RUNS: '5', LECTERN_SKIP_INSTALL: '1' });
  });

  test('production creates its own secret for one process, and requires one where there may be several', () => {
    const production = { DATA_DIR: dataDir(), NODE_ENV: 'production' };
    const { secret } = loadConfig(production);
    assert.equal(loadConfig(production).secret, secret);
    assert.throws(
      () =>
        loadConfig({ ...production, DATA_DIR: join(folder, 'new'), DATABASE_URL: 'postgres://me@host/db' }),
      /LECTERN_SECRET is not set and .* the same to every process/,
    );
    assert.throws(() => loadConfig({ ...production, LECTERN_SECRET: 'short' }), /too weak for production/);
  });
});

describe('[O-09] actionable messages', () => {
  test('a database that is damaged at its head, in the middle, or truncated', async () => {
    await library();
    const path = join(dataDir(), 'lectern.db');
    const whole = await readFile(path);
    const damage = async (at: number, bytes: number) => {
      await writeFile(path, whole);
      const file = await open(path, 'r+');
      await file.write(Buffer.alloc(bytes, 0xa5), 0, bytes, at);
      await file.close();
    };
    await damage(0, 100);
    await refuses(/The database .*lectern\.db is damaged \(/);
    await damage(4096 * 5, 4096 * 3);
    await refuses(/The database .*lectern\.db is damaged \(/);
    await writeFile(path, whole.subarray(0, whole.length / 2));
    await refuses(/The database .*lectern\.db is damaged \(/);
    await writeFile(path, whole);
    await starts();
  });

  test('a truncated secret', async () => {
    await library();
    await writeFile(join(dataDir(), 'secret'), 'x');
    await refuses(/The secret in .*secret is damaged/);
  });

  test('a data folder that is a file, or is not writable', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const refused = (DATA_DIR: string, pattern: RegExp) =>
      assert.throws(() => loadConfig({ DATA_DIR }), pattern);
    refused(file, /DATA_DIR is .*file, which is a file or lies below one/);
    refused(join(file, 'below'), /DATA_DIR is .*below, which is a file or lies below one/);
    // Not even root can write there.
    if (process.platform === 'linux')
      refused('/proc/self', /The data folder \/proc\/self cannot be written: /);
  });

  const settings: [what: string, env: Record<string, string>, pattern: RegExp][] = [
    ['a level of the log', { LECTERN_LOG: 'verbose' }, /LECTERN_LOG must be .*debug or trace, not 'verbose'/],
    [
      'a choice',
      { LECTERN_REGISTRATION: 'shut' },
      /LECTERN_REGISTRATION must be open or invited, not 'shut'/,
    ],
    [
      'a number',
      { LECTERN_QUOTA_MB: '50GB' },
      /LECTERN_QUOTA_MB must be a whole number from 1 to .*, not '50GB'/,
    ],
  ];
  for (const [what, env, pattern] of settings)
    test(`a setting with a wrong value: ${what}`, () => {
      assert.throws(() => loadConfig({ DATA_DIR: dataDir(), ...env }), pattern);
    });

  test('a port in use, or a host of another machine', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const listen = (settings: { host: string; port: number }) =>
      new Promise((resolve, reject) => {
        const server = createServer().once('error', (error) => reject(explainListenError(error, settings)));
        server.listen(settings.port, settings.host, () => resolve(server));
      });
    await assert.rejects(
      listen({ host: '127.0.0.1', port }),
      new RegExp(`Port ${port} of 127\\.0\\.0\\.1 is in use by another program`),
    );
    await assert.rejects(
      listen({ host: '203.0.113.1', port: 0 }),
      /HOST is 203\.0\.113\.1, which is no address of/,
    );
    other.close();
  });
});

test('[O-08] warnings of Node are lines of the log, with their stack', async () => {
  // It ends by itself, so that a missing line is a failure with all that was said.
  const script =
    'setInterval(() => process.emitWarning("Too many listeners"), 20); setTimeout(() => process.exit(3), 60_000)';
  const server = await spawnServer(
    dataDir(),
    {
      ...onFilesEnv,
      LECTERN_LOG: 'warn',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
    },
    /^\{.*"message":"Too many listeners","stack":.*"msg":"a warning of Node"\}$/m,
  );
  await server.kill();
});

describe('[O-08] while the server runs', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  /** The first user, an administrator. */
  let reader: Client;
  before(async () => {
    server = await startServer({ config: onFiles });
    reader = await server.reader();
  });
  after(() => server.stop());

  test('a full disk is reported, and the server continues when there is space', async () => {
    const { db } = server.services;
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    // SQLite returns the same error when the disk is full.
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(db);
    const note = { body: { content: 'x'.repeat(90_000) } };
    let error = { status: 0, body: {} as unknown };
    for (let tries = 0; tries < 20 && error.status !== 507; tries++)
      error = await reader.try('POST /notes', note);
    assert.equal(error.status, 507);
    assert.match(JSON.stringify(error.body), /storage_full.*|The disk of this library is full/);
    await sql`pragma max_page_count = 1000000`.execute(db);
    await reader.call('POST /notes', note);
  });

  test('a damaged table is reported, and Administration says what to do', async () => {
    const file = new Database(databaseFile(server.config)).unsafeMode();
    file.pragma('writable_schema = on');
    // Index pages in place of table pages.
    const index = "(select rootpage from sqlite_schema where type = 'index' limit 1)";
    file.exec(`update sqlite_schema set rootpage = ${index} where name = 'notes'`);
    file.pragma(`schema_version = ${Number(file.pragma('schema_version', { simple: true })) + 1}`);
    file.close();
    const { status, body } = await reader.try('GET /notes', {});
    assert.equal(status, 500);
    assert.match(JSON.stringify(body), /storage_damaged/);
    const { warnings } = await reader.call('GET /admin/overview', {});
    assert.ok(warnings.includes('database_damaged'));
  });
});
