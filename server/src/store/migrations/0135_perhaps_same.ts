import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/**
 * Doubtful matches of imports and uploads; match keys are of the main title only (books/bookIdentity.ts). EPUBs are
 * read again for the last name of the author.
 */
export async function perhapsSame(db: MigrationDb, { text }: Pick<SchemaParts, 'text'>): Promise<void> {
  for (const column of ['perhaps_same_as', 'author_sort'])
    await sql`alter table books add column ${sql.raw(column)} ${sql.raw(text)}`.execute(db);
  await sql`update books set match_key = null where match_key is not null`.execute(db);
  await sql`update books set read_again = 1 where format = 'epub'`.execute(db);
}
