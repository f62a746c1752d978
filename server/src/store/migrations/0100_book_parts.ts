import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** Landmarks, page lists and languages of titles. Files of existing books are read again in the background. */
export async function bookParts(db: MigrationDb, { text }: SchemaParts): Promise<void> {
  for (const column of [`title_language ${text}`, 'read_again integer default 0 not null'])
    await sql`alter table books add column ${sql.raw(column)}`.execute(db);
  for (const column of [`landmarks ${text}`, `page_list ${text}`])
    await sql`alter table book_contents add column ${sql.raw(column)}`.execute(db);
  await sql`update books set read_again = 1 where format = 'epub'`.execute(db);
  await sql`create index books_to_read_again on books (id) where read_again = 1`.execute(db);
}
