import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** Keeps the last position of each device in a document, not only of the device that sent last. */
export async function placesOfEachDevice(db: MigrationDb, { text }: SchemaParts): Promise<void> {
  const t = sql.raw(text);
  const columns = sql.raw('user_id, document, progress, percentage, device, device_id, place_at, updated_at');
  await sql`create table sync_documents_by_device (
    user_id ${t} not null references users (id) on delete cascade,
    document ${t} not null,
    app_password_id ${t} not null default '',
    progress ${t} not null,
    percentage double precision not null,
    device ${t} not null,
    device_id ${t} not null,
    place_at ${t},
    updated_at ${t} not null,
    constraint sync_documents_by_device_key primary key (user_id, document, app_password_id, device_id)
  )`.execute(db);
  await sql`insert into sync_documents_by_device (${columns}) select ${columns} from sync_documents`.execute(
    db,
  );
  await sql`drop table sync_documents`.execute(db);
  await sql`alter table sync_documents_by_device rename to sync_documents`.execute(db);
  await sql`create index sync_documents_by_user_id_updated_at on sync_documents (user_id, updated_at)`.execute(
    db,
  );
}
