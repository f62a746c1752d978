import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** Layout, XML errors and media overlay of each spine item. Existing books get defaults. */
export async function rendition(db: MigrationDb, { text }: SchemaParts): Promise<void> {
  for (const column of [`rendition ${text}`, `overlay ${text}`, 'malformed integer not null default 0'])
    await sql`alter table spine_items add column ${sql.raw(column)}`.execute(db);
}
