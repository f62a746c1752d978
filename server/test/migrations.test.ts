import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { StartError } from '../src/run/common/errors.ts';
import { loadConfig } from '../src/run/config/config.ts';
import type { Db } from '../src/store/db.ts';
import type { Engine } from '../src/store/engine.ts';
import { dropHistoryTriggers } from '../src/store/history/triggers.ts';
import { openStore } from '../src/store/open/openStore.ts';
import { addBook } from './support/books.ts';
import { databaseFor, dropDatabaseOf } from './support/store.ts';

async function withMigrations(change: (db: Db, store: Engine) => Promise<unknown>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-version-'));
  const config = { ...loadConfig({ DATA_DIR: dataDir }), databaseUrl: await databaseFor(dataDir) };
  const store = await openStore(config);
  await change(store.db, store);
  await store.stop();
  await store.db.destroy();
  after(async () => {
    await dropDatabaseOf(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });
  return async (look: (db: Db) => Promise<unknown> = async () => {}) => {
    const opened = await openStore(config);
    await look(opened.db);
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
    assert.ok(error instanceof StartError);
    assert.match(
      error.message,
      /written by Lectern 99\.1\.0 \(9999_of_the_future\), and this is Lectern \d+\.\d+\.\d+\. Start that version again/,
    );
    return true;
  });
});

test('a database of the last version before 1.0 has the tables of 1.0, and goes on', async () => {
  const open = await withMigrations(async (db, store) => {
    await dropHistoryTriggers(store);
    await sql`drop table row_history`.execute(db);
    await sql`create table session_changes (
      id text primary key, user_id text, session_id text, kind text, changed_at text, "before" text
    )`.execute(db);
    for (const column of ['session_id', 'waiting'])
      await sql`alter table idempotency drop column ${sql.ref(column)}`.execute(db);
    await sql`delete from kysely_migration`.execute(db);
    for (const name of ['0071_baseline', '0139_pdf_headings'])
      await sql`insert into kysely_migration (name, "timestamp") values (${name}, '2026-11-22T00:00:00.000Z')`.execute(
        db,
      );
    await sql`insert into users (id, email, name, password_hash, roles, time_zone, preferences, created_at)
      values ('ada', 'ada@example.org', 'Ada', '', '[]', 'UTC', '{}', '')`.execute(db);
    await addBook({ db, now: () => new Date() }, 'ada', { last_opened: '2026-11-01T00:00:00.000Z' });
    for (const table of [
      'book_files',
      'send_addresses',
      'folder_files',
      'folders',
      'imported_marks',
      'mark_imports',
      'drill_results',
      'part_rows',
    ])
      await sql`drop table ${sql.table(table)}`.execute(db);
    await sql`alter table uploads drop column chosen_file`.execute(db);
    await sql`drop table readings`.execute(db);
    for (const index of ['books_by_user_id_bytes', 'books_catalog_title'])
      await sql`drop index ${sql.ref(index)}`.execute(db);
    await sql`create index books_catalog_title on books (user_id, title)`.execute(db);
    for (const column of ['bytes', 'tags', 'tag_keys', 'source_format', 'title_sort'])
      await sql`alter table books drop column ${sql.ref(column)}`.execute(db);
    await sql`alter table books add column bytes integer generated always as (octet_length(title))
      ${sql.raw(store.schema.generated)}`.execute(db);
    await sql`create index books_by_user_id_bytes on books (user_id, bytes)`.execute(db);
    await sql`alter table books drop column last_read`.execute(db);
    await sql`alter table books add column read_again integer default 0 not null`.execute(db);
    await sql`create index books_to_read_again on books (id) where read_again = 1`.execute(db);
    for (const kind of ['edited', 'deleted'])
      await sql`insert into session_changes (id, user_id, session_id, kind, changed_at, "before")
        values (${kind}, 'ada', 'morning', ${kind}, '2026-11-02T00:00:00.000Z', '{"seconds":60}')`.execute(
        db,
      );
  });
  for (const _ of [1, 2])
    await open(async (db) => {
      const { last_read } = await db.selectFrom('books').select('last_read').executeTakeFirstOrThrow();
      assert.equal(last_read, '2026-11-01T00:00:00.000Z');
      const history = await db.selectFrom('row_history').select(['thing_id', 'event', 'row']).execute();
      assert.deepEqual(history, [{ thing_id: 'morning', event: 'replaced', row: '{"seconds":60}' }]);
    });
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
  await assert.rejects(open(), { name: 'StartError', message: /^This library was last opened by a version/ });
});
