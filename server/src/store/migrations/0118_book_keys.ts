import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** Search keys of books for catalogs and questions; filled by books/bookKeys.ts. */
export async function bookKeys(db: MigrationDb, { text }: Pick<SchemaParts, 'text'>): Promise<void> {
  for (const column of ['search_words', 'title_key', 'author_key'])
    await sql`alter table books add column ${sql.raw(column)} ${sql.raw(text)}`.execute(db);
  await sql`update books set match_key = null where match_key is not null`.execute(db);
  for (const column of ['title_key', 'author_key'])
    await sql`create index ${sql.raw(`books_by_${column}`)} on books (user_id, ${sql.raw(column)})
      where ${sql.raw(column)} is not null`.execute(db);
  await sql`create index books_opened on books (user_id, last_opened) where last_opened is not null`.execute(
    db,
  );
}
