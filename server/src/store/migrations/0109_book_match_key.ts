import { sql } from 'kysely';
import type { MigrationDb } from './migration.ts';

/** By what books of a list are found again: title and author (books/matchKeys.ts fills it in) or an ISBN. */
export async function bookMatchKey(db: MigrationDb): Promise<void> {
  await sql`alter table books add column match_key text`.execute(db);
  for (const column of ['match_key', 'isbn13', 'isbn10'])
    await sql`create index ${sql.raw(`books_by_${column}`)} on books (user_id, ${sql.raw(column)})
      where ${sql.raw(column)} is not null`.execute(db);
  await sql`create index books_without_match_key on books (user_id, id) where match_key is null`.execute(db);
}
