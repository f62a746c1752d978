import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** Accessibility metadata of a file, and notes on what cannot be shown; empty for existing books. */
export async function accessibility(db: MigrationDb, { text }: SchemaParts): Promise<void> {
  for (const column of [`accessibility ${text}`, `file_notes ${text}`])
    await sql`alter table books add column ${sql.raw(column)}`.execute(db);
}
