import { sql } from 'kysely';
import type { MigrationDb } from './migration.ts';

/** Marks certified books without credentials and reports to be read again. */
export async function certifiers(db: MigrationDb): Promise<void> {
  await sql`update books set read_again = 1 where accessibility like ${'%"certified_by":"%'}`.execute(db);
}
