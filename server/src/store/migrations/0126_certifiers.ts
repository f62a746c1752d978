import { sql } from 'kysely';
import type { MigrationDb } from './migration.ts';

/** Certified books that were uploaded before credentials and reports were read: their files are read again. */
export async function certifiers(db: MigrationDb): Promise<void> {
  await sql`update books set read_again = 1 where accessibility like ${'%"certified_by":"%'}`.execute(db);
}
