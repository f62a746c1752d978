import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/**
 * KOReader's digests, pushed positions, and the positions that devices have seen. Digests of existing books are
 * computed in the background (books/digests.ts).
 */
export async function kosync(db: MigrationDb, { text }: SchemaParts): Promise<void> {
  const t = sql.raw(text);
  await sql`create table book_digests (
    book_id ${t} not null references books (id) on delete cascade,
    user_id ${t} not null references users (id) on delete cascade,
    digest ${t} not null,
    kind ${t} not null,
    constraint book_digests_key primary key (book_id, digest)
  )`.execute(db);
  await sql`create index book_digests_by_user_id_digest on book_digests (user_id, digest)`.execute(db);
  await sql`create table sync_documents (
    user_id ${t} not null references users (id) on delete cascade,
    document ${t} not null,
    progress ${t} not null,
    percentage double precision not null,
    device ${t} not null,
    device_id ${t} not null,
    place_at ${t},
    updated_at ${t} not null,
    constraint sync_documents_key primary key (user_id, document)
  )`.execute(db);
  await sql`create index sync_documents_by_user_id_updated_at on sync_documents (user_id, updated_at)`.execute(
    db,
  );
  await sql`create table device_places (
    app_password_id ${t} not null references app_passwords (id) on delete cascade,
    user_id ${t} not null references users (id) on delete cascade,
    book_id ${t} not null references books (id) on delete cascade,
    seen_place_at ${t},
    pulled_at ${t},
    constraint device_places_key primary key (app_password_id, book_id)
  )`.execute(db);
  await sql`create index device_places_by_user_id on device_places (user_id)`.execute(db);
  await sql`create index device_places_by_book_id on device_places (book_id)`.execute(db);
}
