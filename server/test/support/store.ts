import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { databaseFile, loadConfig } from '../../src/run/config/config.ts';
import type { Engine } from '../../src/store/engine.ts';
import { openStore } from '../../src/store/open/openStore.ts';
import { bucketFor, emptyBucketOf } from './blobs/bucket.ts';

/** LECTERN_TEST_ENGINE=postgres runs the server tests on PostgreSQL instead of SQLite. */
const onPostgres = process.env.LECTERN_TEST_ENGINE === 'postgres';

/** Contents of a new test database: nothing, or all tables in their latest version. */
type Contents = 'empty' | 'migrated';

/**
 * DATABASE_URL for tests over this data folder: on PostgreSQL a separate database, created if needed; else null.
 */
export async function databaseFor(dataDir: string, contents: Contents = 'empty'): Promise<string | null> {
  if (!onPostgres) return null;
  const name = nameOf(dataDir);
  template ??= contents === 'migrated' ? makeTemplate() : undefined;
  await template;
  await asAdministrator(async (client) => {
    const copied = contents === 'migrated' ? `${templateName} strategy file_copy` : 'template0';
    if (!(await exists(client, name)))
      await client.query(`create database ${name} encoding 'UTF8' template ${copied}`);
  });
  return urlOf(name);
}

let migrated: Promise<string> | undefined;

/** An SQLite file with all tables in their latest version, of which new databases are copies. */
export function migratedFile(): Promise<string> {
  migrated ??= (async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-migrated-'));
    process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
    const config = loadConfig({ DATA_DIR: dataDir });
    await (await openStore(config)).db.destroy();
    return databaseFile(config);
  })();
  return migrated;
}

/** Environment of a server over this data folder: the database and bucket that the tests use. */
export async function storesFor(dataDir: string, contents?: Contents): Promise<Record<string, string>> {
  const databaseUrl = await databaseFor(dataDir, contents);
  return {
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    ...(await bucketFor(nameOf(dataDir))),
  };
}

/** The migrated database from which new ones are copied. Its name contains a digest of the migrations. */
const templateName = `lectern_test_template_${digestOf('../../src/store/migrations/')}`;

let template: Promise<void> | undefined;

/** The first process creates it; the others wait on the lock. */
const makeTemplate = () =>
  asAdministrator(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [templateName]);
    if (await exists(client, templateName)) return;
    const unfinished = `${templateName}_unfinished`;
    await client.query(`drop database if exists ${unfinished}`);
    await client.query(`create database ${unfinished} encoding 'UTF8' template template0`);
    const { db, stop } = await openStore({ ...loadConfig({}), databaseUrl: urlOf(unfinished) });
    await stop();
    await db.destroy();
    await client.query(`alter database ${unfinished} rename to ${templateName}`);
  });

function digestOf(folder: string): string {
  const place = new URL(folder, import.meta.url);
  const hash = createHash('sha256');
  for (const file of readdirSync(place).sort()) hash.update(readFileSync(new URL(file, place)));
  return hash.digest('hex').slice(0, 20);
}

const exists = async (client: pg.Client, name: string) =>
  (await client.query('select 1 from pg_database where datname = $1', [name])).rowCount === 1;

function urlOf(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}

/** Drops the database and deletes its objects in the bucket. */
export async function dropDatabaseOf(dataDir: string): Promise<void> {
  await emptyBucketOf(nameOf(dataDir));
  if (onPostgres)
    await asAdministrator((client) =>
      client.query(`drop database if exists ${nameOf(dataDir)} with (force)`),
    );
}

/** An empty store with the latest schema. */
export async function openTestStore(): Promise<Engine & AsyncDisposable> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-store-'));
  const databaseUrl = await databaseFor(dataDir, 'migrated');
  const engine = await openStore({ ...loadConfig({ DATA_DIR: dataDir }), databaseUrl });
  return {
    ...engine,
    async [Symbol.asyncDispose]() {
      await engine.db.destroy();
      await dropDatabaseOf(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const nameOf = (dataDir: string) =>
  `lectern_test_${createHash('sha256').update(dataDir).digest('hex').slice(0, 20)}`;

function serverUrl(): string {
  const url = process.env.DATABASE_URL;
  if (!url)
    throw new Error(
      'LECTERN_TEST_ENGINE=postgres needs a server: name one in DATABASE_URL, or run the tests by npm run test:server, which starts one.',
    );
  return url;
}

async function asAdministrator(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
