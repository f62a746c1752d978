import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** Doubtful matches of imports and uploads; match keys are of the main title only (books/bookIdentity.ts). */
export async function perhapsSame(db: MigrationDb, { text }: Pick<SchemaParts, 'text'>): Promise<void> {
  await sql`alter table books add column perhaps_same_as ${sql.raw(text)}`.execute(db);
  await sql`update books set match_key = null where match_key is not null`.execute(db);
}
