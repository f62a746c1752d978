import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** The file of a book can be replaced: its location, and the upload that will replace it. */
export async function replacedFiles(db: MigrationDb, { text }: Pick<SchemaParts, 'text'>): Promise<void> {
  await sql`alter table books add column file_id ${sql.raw(text)}`.execute(db);
  await sql`alter table uploads add column replaces ${sql.raw(text)}`.execute(db);
}
