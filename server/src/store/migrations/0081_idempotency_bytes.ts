import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** Size of each stored response, with an index that sums them up by user, newest first. */
export async function idempotencyBytes(db: MigrationDb, { generated }: SchemaParts): Promise<void> {
  await sql`alter table idempotency
    add column bytes integer generated always as (octet_length(body)) ${sql.raw(generated)}`.execute(db);
  await sql`create index idempotency_by_user_id_created_at_bytes
    on idempotency (user_id, created_at, key, bytes)`.execute(db);
}
