import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/** Whether a passage is in the full-text index: new books are indexed in steps. */
export async function indexPassagesLater(db: MigrationDb, engine: SchemaParts): Promise<void> {
  await sql`alter table passages add column indexed integer not null default 1`.execute(db);
  await sql`create index passages_not_indexed on passages (book_id) where indexed = 0`.execute(db);
  await engine.indexPassagesLater(db);
}
