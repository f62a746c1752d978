import { sql } from 'kysely';
import type { MigrationDb } from './migration.ts';

/** Those of migration 0095, and one for searches: name of the index, columns. */
const indexes = [
  ['newest', 'created_at, id'],
  ['status', 'status, created_at, id'],
  ['title', 'title, id'],
  ['author', 'author, title, id'],
  ['series', 'series, series_index, id'],
  ['genre', 'genre, created_at, id'],
  ['search', 'search_words, id'],
] as const;

/** SQLite looks the format up in the table for every row that it passes, unless the index has it. */
export async function catalogIndexFormat(db: MigrationDb): Promise<void> {
  for (const [name, columns] of indexes) {
    await sql`drop index if exists ${sql.raw(`books_catalog_${name}`)}`.execute(db);
    await sql`create index ${sql.raw(`books_catalog_${name}`)} on books (user_id, ${sql.raw(columns)}, format)
      where format <> 'none'`.execute(db);
  }
}
