import { sql } from 'kysely';
import type { MigrationDb } from './migration.ts';

/** Suspended users, and individual quotas. */
export async function suspensionAndQuota(db: MigrationDb): Promise<void> {
  await sql`alter table users add column suspended_at text`.execute(db);
  await sql`alter table users add column quota_bytes bigint`.execute(db);
}
