import { sql } from 'kysely';
import type { MigrationDb } from './migration.ts';

/** Bytes that count against the quota beside the file, with an index for the sum. */
export async function extraBytes(db: MigrationDb): Promise<void> {
  await sql`alter table books add column extra_bytes bigint not null default 0`.execute(db);
  await sql`drop index books_by_user_id_file_size`.execute(db);
  await sql`create index books_by_user_id_file_size on books (user_id, file_size, extra_bytes)`.execute(db);
}
