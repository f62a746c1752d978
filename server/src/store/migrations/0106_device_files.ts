import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** WebDAV folders, and page times of devices' statistics. */
export async function deviceFiles(db: MigrationDb, { text }: SchemaParts): Promise<void> {
  const t = sql.raw(text);
  await sql`create table device_files (
    id ${t} not null primary key,
    user_id ${t} not null references users (id) on delete cascade,
    path ${t} not null,
    parent ${t} not null,
    is_folder integer not null,
    size integer not null,
    etag ${t} not null,
    properties ${t} not null,
    created_at ${t} not null,
    modified_at ${t} not null
  )`.execute(db);
  await sql`create unique index device_files_by_user_id_path on device_files (user_id, path)`.execute(db);
  await sql`create index device_files_by_user_id_parent on device_files (user_id, parent)`.execute(db);
  await sql`create table device_file_parts (
    file_id ${t} not null references device_files (id) on delete cascade,
    user_id ${t} not null references users (id) on delete cascade,
    seq integer not null,
    data ${t} not null,
    constraint device_file_parts_key primary key (file_id, seq)
  )`.execute(db);
  await sql`create index device_file_parts_by_user_id on device_file_parts (user_id)`.execute(db);
  await sql`create table device_locks (
    token ${t} not null primary key,
    user_id ${t} not null references users (id) on delete cascade,
    path ${t} not null,
    is_deep integer not null,
    is_exclusive integer not null,
    owner ${t} not null,
    expires_at ${t} not null
  )`.execute(db);
  await sql`create index device_locks_by_user_id on device_locks (user_id)`.execute(db);
  await sql`create table page_times (
    book_id ${t} not null references books (id) on delete cascade,
    user_id ${t} not null references users (id) on delete cascade,
    page integer not null,
    start_time bigint not null,
    duration integer not null,
    total_pages integer not null,
    session_id ${t} not null,
    is_own integer not null,
    constraint page_times_key primary key (book_id, page, start_time)
  )`.execute(db);
  await sql`create index page_times_by_user_id on page_times (user_id)`.execute(db);
}
