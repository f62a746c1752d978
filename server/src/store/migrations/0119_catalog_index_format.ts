import { sql } from 'kysely';
import type { MigrationDb } from './migration.ts';

/** The indexes of migration 0095, and one for searches: name and columns. */
const indexes = [
  ['newest', 'created_at, id'],
  ['status', 'status, created_at, id'],
  ['title', 'title, id'],
  ['author', 'author, title, id'],
  ['series', 'series, series_index, id'],
  ['genre', 'genre, created_at, id'],
  ['search', 'search_words, id'],
] as const;

/** Includes the format, which SQLite otherwise reads from the table for every row. */
export async function catalogIndexFormat(db: MigrationDb): Promise<void> {
  for (const [name, columns] of indexes) {
    await sql`drop index if exists ${sql.raw(`books_catalog_${name}`)}`.execute(db);
    await sql`create index ${sql.raw(`books_catalog_${name}`)} on books (user_id, ${sql.raw(columns)}, format)
      where format <> 'none'`.execute(db);
  }
}
