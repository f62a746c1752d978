import { sql } from 'kysely';
import type { MigrationDb } from './migration.ts';

/** Marks books without spine layouts (0086) and media overlays to be read again in the background. */
export async function readAgain(db: MigrationDb): Promise<void> {
  await sql`update books set read_again = 1 where format = 'epub'`.execute(db);
}
