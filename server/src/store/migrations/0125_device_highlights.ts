import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** Highlights exchanged with devices, and their positions as XPointers. */
export async function deviceHighlights(db: MigrationDb, { text }: SchemaParts): Promise<void> {
  const t = sql.raw(text);
  await sql`create table device_highlights (
    highlight_id ${t} not null primary key,
    user_id ${t} not null references users (id) on delete cascade,
    book_id ${t} not null references books (id) on delete cascade,
    words_id ${t} not null,
    starts ${t},
    ends ${t},
    is_said integer not null,
    made_of ${t} not null,
    taken_at ${t},
    marked_at ${t} not null
  )`.execute(db);
  await sql`create index device_highlights_by_user_id on device_highlights (user_id)`.execute(db);
  await sql`create index device_highlights_by_book_id on device_highlights (book_id)`.execute(db);
}
