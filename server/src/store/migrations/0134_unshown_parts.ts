import { sql } from 'kysely';
import type { MigrationDb } from './migration.ts';

/** Marks EPUBs to be read again, for the number of parts that cannot be shown and for nested lists of printed pages. */
export async function unshownParts(db: MigrationDb): Promise<void> {
  await sql`update books set read_again = 1 where format = 'epub'`.execute(db);
}
