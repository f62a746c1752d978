import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { loadConfig } from '../../src/config/config.ts';
import type { Engine } from '../../src/store/engine.ts';
import { openStore } from '../../src/store/open/openStore.ts';
import { bucketFor, emptyBucketOf } from './bucket.ts';

/** LECTERN_TEST_ENGINE=postgres runs the server tests on PostgreSQL instead of SQLite. */
const onPostgres = process.env.LECTERN_TEST_ENGINE === 'postgres';

/** DATABASE_URL for tests over this data folder: on PostgreSQL a separate database, created if needed; else null. */
export async function databaseFor(dataDir: string): Promise<string | null> {
  if (!onPostgres) return null;
  const name = nameOf(dataDir);
  await asAdministrator(async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name} template template0 encoding 'UTF8'`);
  });
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** Environment of a server over this data folder: the database and bucket that the tests use. */
export async function storesFor(dataDir: string): Promise<Record<string, string>> {
  const databaseUrl = await databaseFor(dataDir);
  return {
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    ...(await bucketFor(nameOf(dataDir))),
  };
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
  const databaseUrl = await databaseFor(dataDir);
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
