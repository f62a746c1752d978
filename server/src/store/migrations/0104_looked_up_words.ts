import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** Words looked up in a dictionary; they stay when their book is deleted. */
export async function lookedUpWords(db: MigrationDb, { text }: SchemaParts): Promise<void> {
  const t = sql.raw(text);
  await sql`create table looked_up_words (
    id ${t} not null primary key,
    user_id ${t} not null references users (id) on delete cascade,
    book_id ${t} references books (id) on delete set null,
    word ${t} not null,
    headword ${t} not null,
    language ${t},
    sentence ${t},
    meaning ${t},
    position ${t},
    created_at ${t} not null
  )`.execute(db);
  await sql`create index looked_up_words_by_user_id on looked_up_words (user_id, created_at, id)`.execute(db);
  await sql`create index looked_up_words_by_book_id on looked_up_words (book_id)`.execute(db);
}
