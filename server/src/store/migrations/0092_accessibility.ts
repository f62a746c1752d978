import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** What a file says of its accessibility, and what of it could not be shown. Books from before say nothing. */
export async function accessibility(db: MigrationDb, { text }: SchemaParts): Promise<void> {
  for (const column of [`accessibility ${text}`, `file_notes ${text}`])
    await sql`alter table books add column ${sql.raw(column)}`.execute(db);
}
