import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** Passwords for devices and apps, as keyed hashes. */
export async function appPasswords(db: MigrationDb, { text }: SchemaParts): Promise<void> {
  const t = sql.raw(text);
  await sql`create table app_passwords (
    id ${t} not null primary key,
    user_id ${t} not null references users (id) on delete cascade,
    name ${t} not null,
    scopes ${t} not null,
    secret_hash ${t} not null,
    sync_key_hash ${t} not null,
    created_at ${t} not null,
    last_used_at ${t}
  )`.execute(db);
  await sql`create index app_passwords_by_user_id on app_passwords (user_id)`.execute(db);
  for (const column of ['secret_hash', 'sync_key_hash'])
    await sql`create unique index ${sql.raw(`app_passwords_by_${column}`)} on app_passwords (${sql.raw(column)})`.execute(
      db,
    );
}
