import { sql } from 'kysely';
import type { MigrationDb } from './migration.ts';

/** Partial indexes for catalogs: name and columns. */
const indexes = [
  ['newest', 'created_at, id'],
  ['status', 'status, created_at, id'],
  ['title', 'title, id'],
  ['author', 'author, title, id'],
  ['series', 'series, series_index, id'],
  ['genre', 'genre, created_at, id'],
] as const;

/** Catalog pages are read from an index, independent of the size of the library. */
export async function catalogIndexes(db: MigrationDb): Promise<void> {
  for (const [name, columns] of indexes)
    await sql`create index ${sql.raw(`books_catalog_${name}`)} on books (user_id, ${sql.raw(columns)})
      where format <> 'none'`.execute(db);
}
