import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { DatabaseTooNew, DatabaseTooOld } from '../src/common/errors.ts';
import { loadConfig } from '../src/config/config.ts';
import type { Db } from '../src/store/db.ts';
import { openStore } from '../src/store/open/openStore.ts';
import { databaseFor, dropDatabaseOf } from './support/store.ts';

async function withMigrations(change: (db: Db) => Promise<unknown>): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-version-'));
  const config = { ...loadConfig({ DATA_DIR: dataDir }), databaseUrl: await databaseFor(dataDir) };
  const store = await openStore(config);
  await change(store.db);
  await store.stop();
  await store.db.destroy();
  after(async () => {
    await dropDatabaseOf(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });
  return async () => {
    const opened = await openStore(config);
    await opened.stop();
    await opened.db.destroy();
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

test('a database of the last version before 1.0 has the tables of 1.0, and goes on', async () => {
  const open = await withMigrations(async (db) => {
    await sql`update kysely_migration set name = '0139_pdf_headings'`.execute(db);
    await sql`insert into kysely_migration (name, "timestamp") values ('0071_baseline', 'a')`.execute(db);
  });
  await open();
  await open();
});

test('two processes that start at once make the tables once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-two-'));
  const config = { ...loadConfig({ DATA_DIR: dataDir }), databaseUrl: await databaseFor(dataDir) };
  const starts = config.databaseUrl === null ? 1 : 2;
  const stores = await Promise.all(Array.from({ length: starts }, () => openStore(config)));
  for (const store of stores) {
    assert.deepEqual(await store.db.selectFrom('users').select('id').execute(), []);
    await store.stop();
    await store.db.destroy();
  }
  await dropDatabaseOf(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

test('a database older than the oldest supported version is not changed, and the message says what to do', async () => {
  const open = await withMigrations(async (db) => {
    await sql`delete from kysely_migration`.execute(db);
    await sql`insert into kysely_migration (name, "timestamp") values ('0001_first', 'a')`.execute(db);
  });
  await assert.rejects(open(), DatabaseTooOld);
});
