import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/**
 * How each spine item is laid out, whether its XML has errors, and its media overlay. Books that were uploaded before
 * keep the defaults.
 */
export async function rendition(db: MigrationDb, { text }: SchemaParts): Promise<void> {
  for (const column of [`rendition ${text}`, `overlay ${text}`, 'malformed integer not null default 0'])
    await sql`alter table spine_items add column ${sql.raw(column)}`.execute(db);
}
