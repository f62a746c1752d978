import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import pg from 'pg';
import { DatabaseTooNew, DatabaseTooOld } from '../src/common/errors.ts';
import { databaseFile, loadConfig } from '../src/config/config.ts';
import type { Db } from '../src/store/db.ts';
import { openStore } from '../src/store/open/openStore.ts';
import { databaseFor, dropDatabaseOf, openTestStore } from './support/store.ts';

/** Released database schemas: <date>.<engine>.sql, with a row for every table in <date>.rows.sql. */
const shapes = ['2026-11-22'];

/** Renames by later migrations: old name, new name. Columns as table.column, with the old table name. */
const renamed: Readonly<Record<string, string>> = {
  doomed_blobs: 'pending_blob_deletes',
  places: 'position_history',
  'refresh_tokens.family_id': 'session_id',
  'confirmations.family_id': 'session_id',
  'notes.twin_of': 'conflict_of',
  'notes.twin_kind': 'conflict_kind',
  'notes.twin_field': 'conflict_field',
  'messages.said': 'content',
  'upload_locks.wanted': 'release_requested',
};

/** Internal to the engine or to migrations. */
const internal = /^(kysely_|sqlite_|passages_fts)/;

type Rows = Record<string, Record<string, unknown>[]>;

const fixture = (name: string) =>
  readFileSync(new URL(`./fixtures/databases/${name}.sql`, import.meta.url), 'utf8');

/** A database of another version in its own folder. */
async function databaseOf(shape: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-shape-'));
  const databaseUrl = await databaseFor(dataDir);
  const config = { ...loadConfig({ DATA_DIR: dataDir }), databaseUrl };
  let before: Rows;
  if (databaseUrl === null) {
    const database = new Database(databaseFile(config));
    database.function('lectern_tokens', (text: unknown) => String(text));
    database.exec(fixture(`${shape}.sqlite`));
    database.exec(fixture(`${shape}.rows`));
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
    before = Object.fromEntries(
      (tables as { name: string }[])
        .filter(({ name }) => !internal.test(name))
        .map(({ name }) => [name, database.prepare(`select * from ${name}`).all() as Rows[string]]),
    );
    database.close();
  } else {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(fixture(`${shape}.postgres`));
    await client.query(fixture(`${shape}.rows`));
    const { rows } = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    before = {};
    for (const { name } of rows.filter((row) => !internal.test(row.name)))
      before[name] = (await client.query(`select * from ${name}`)).rows;
    await client.end();
  }
  return {
    config,
    before,
    async [Symbol.asyncDispose]() {
      await dropDatabaseOf(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** All tables with their columns, and all indexes. */
async function shapeOf(db: Db): Promise<unknown> {
  const tables = await db.introspection.getTables();
  const columns = tables
    .filter(({ name }) => !internal.test(name))
    .map(({ name, columns }) => [
      name,
      columns
        .map((column) => `${column.name} ${column.dataType} ${column.isNullable} ${column.hasDefaultValue}`)
        .sort(),
    ]);
  const indexes = await sql<{ name: string }>`select name from sqlite_master where type = 'index'`
    .execute(db)
    .catch(() =>
      sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = 'public'`.execute(db),
    );
  const names = indexes.rows.map(({ name }) => name).filter((name) => !internal.test(name));
  return { columns: columns.sort(), indexes: names.sort() };
}

/** Normalizes numbers of different drivers; the full-text index is ignored. */
function plain(row: Record<string, unknown>): Record<string, unknown> {
  const { tokens: _tokens, ...values } = row;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
    ]),
  );
}

for (const shape of shapes) {
  test(`a database of ${shape} is migrated without loss, to the schema of a new one`, async () => {
    await using old = await databaseOf(shape);
    await using fresh = await openTestStore();
    const store = await openStore(old.config);
    try {
      for (const [table, rows] of Object.entries(old.before)) {
        assert.ok(rows.length > 0, `${table} has no row`);
        const { rows: after } = await sql<Record<string, unknown>>`select * from ${sql.table(
          renamed[table] ?? table,
        )}`.execute(store.db);
        const expected = rows.map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [renamed[`${table}.${name}`] ?? name, value]),
          ),
        );
        const known = after.filter((row) => table !== 'settings' || row.name === 'registration');
        // Columns that were added later are not compared.
        const names = Object.keys(expected[0] ?? {});
        const kept = known.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
        assert.deepEqual(kept.map(plain), expected.map(plain), table);
      }
      assert.deepEqual(await shapeOf(store.db), await shapeOf(fresh.db));
      const query = { userId: 'user-1', terms: [{ words: ['quokka'], open: false }], limit: 5 };
      assert.equal((await store.fullText.search(store.db, query)).length, 1);
    } finally {
      await store.stop();
      await store.db.destroy();
    }
  });
}

test('two processes that start at once migrate a database once', async () => {
  await using old = await databaseOf('2026-11-22');
  const starts = old.config.databaseUrl === null ? 1 : 2;
  const stores = await Promise.all(Array.from({ length: starts }, () => openStore(old.config)));
  for (const store of stores) {
    assert.equal((await store.db.selectFrom('users').select('id').execute()).length, 1);
    await store.stop();
    await store.db.destroy();
  }
});

async function withMigrations(change: (db: Db) => Promise<unknown>): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-version-'));
  const config = { ...loadConfig({ DATA_DIR: dataDir }), databaseUrl: await databaseFor(dataDir) };
  const store = await openStore(config);
  await change(store.db);
  await store.stop();
  await store.db.destroy();
  return async () => {
    try {
      const opened = await openStore(config);
      await opened.stop();
      await opened.db.destroy();
    } finally {
      await dropDatabaseOf(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    }
  };
}

test('[O-09] a database of a newer version is not changed, and the message says what to do', async () => {
  const open = await withMigrations(async (db) => {
    await sql`insert into kysely_migration (name, "timestamp") values ('9999_of_the_future', 'z')`.execute(
      db,
    );
    await sql`update settings set value = '99.1.0' where name = 'written_by'`.execute(db);
  });
  await assert.rejects(open(), (error: Error) => {
    assert.ok(error instanceof DatabaseTooNew);
    assert.match(
      error.message,
      /written by Lectern 99\.1\.0 \(9999_of_the_future\), and this is Lectern \d+\.\d+\.\d+\. Start that version again/,
    );
    return true;
  });
});

test('a database older than the oldest supported version is not changed, and the message says what to do', async () => {
  const open = await withMigrations(async (db) => {
    await sql`delete from kysely_migration`.execute(db);
    await sql`insert into kysely_migration (name, "timestamp") values ('0001_first', 'a')`.execute(db);
  });
  await assert.rejects(open(), DatabaseTooOld);
});
