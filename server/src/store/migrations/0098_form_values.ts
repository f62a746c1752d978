import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** Values of PDF form fields, one row per field, as JSON. */
export async function formValues(db: MigrationDb, { text, generated }: SchemaParts): Promise<void> {
  const t = sql.raw(text);
  await sql`create table form_values (
    user_id ${t} not null references users (id) on delete cascade,
    book_id ${t} not null references books (id) on delete cascade,
    field ${t} not null,
    content ${t} not null,
    updated_at ${t} not null,
    bytes integer generated always as (octet_length(field) + octet_length(content)) ${sql.raw(generated)},
    constraint form_values_key primary key (user_id, book_id, field)
  )`.execute(db);
  await sql`create index form_values_by_book_id on form_values (book_id)`.execute(db);
  await sql`create index form_values_by_user_id_bytes on form_values (user_id, bytes)`.execute(db);
}
