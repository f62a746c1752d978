import { sql } from 'kysely';
import type { MigrationDb } from './migration.ts';

/** Keys for matching imported books by title and author (filled by books/bookKeys.ts) or ISBN. */
export async function bookMatchKey(db: MigrationDb): Promise<void> {
  await sql`alter table books add column match_key text`.execute(db);
  for (const column of ['match_key', 'isbn13', 'isbn10'])
    await sql`create index ${sql.raw(`books_by_${column}`)} on books (user_id, ${sql.raw(column)})
      where ${sql.raw(column)} is not null`.execute(db);
  await sql`create index books_without_match_key on books (user_id, id) where match_key is null`.execute(db);
}
