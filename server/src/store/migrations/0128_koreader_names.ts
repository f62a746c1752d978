import { sql } from 'kysely';
import type { MigrationDb } from './migration.ts';

/**
 * KOReader names that were computed by wrong rules (no author, replaced characters) are computed again in the
 * background.
 */
export async function koreaderNames(db: MigrationDb): Promise<void> {
  const signs = ['\\\\', '/', ':', '*', '?', '"', '<', '>', '|'];
  const replaced = sql.join(
    ['author', 'title'].flatMap((column) =>
      signs.map((sign) => sql`${sql.ref(column)} like ${`%${sign}%`} escape '\\'`),
    ),
    sql` or `,
  );
  await sql`
    delete from book_digests where book_id in (
      select id from books where author = '' or title like '%.' or length(author) + length(title) > 70 or ${replaced}
    )`.execute(db);
}
