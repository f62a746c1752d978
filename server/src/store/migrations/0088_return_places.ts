import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** Positions that “Back to page N” leads to, as JSON. */
export async function returnPlaces(db: MigrationDb, { text }: SchemaParts): Promise<void> {
  await sql`alter table progress add column ${sql.raw(`return_to ${text}`)}`.execute(db);
}
