import { sql } from 'kysely';
import type { MigrationDb } from './migration.ts';

/**
 * Books that were uploaded before layouts of spine items (0086) and sound were read: their files are read again in the
 * background.
 */
export async function readAgain(db: MigrationDb): Promise<void> {
  await sql`update books set read_again = 1 where format = 'epub'`.execute(db);
}
