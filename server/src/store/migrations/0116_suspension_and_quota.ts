import { sql } from 'kysely';
import type { MigrationDb } from './migration.ts';

/** A reader may be kept out without losing anything, and have another quota than the rest. */
export async function suspensionAndQuota(db: MigrationDb): Promise<void> {
  await sql`alter table users add column suspended_at text`.execute(db);
  await sql`alter table users add column quota_bytes bigint`.execute(db);
}
