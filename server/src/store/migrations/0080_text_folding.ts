import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/**
 * Passages are folded by a new rule. Existing ones are indexed again in the background (search/reindexPassages.ts):
 * the setting has the range of passages.
 */
export async function textFolding(
  db: MigrationDb,
  { replaceTextRules }: Pick<SchemaParts, 'replaceTextRules'>,
): Promise<void> {
  await replaceTextRules(db);
  const { rows } = await sql<{ last: number | string | null }>`select max(id) as last from passages`.execute(
    db,
  );
  const last = Number(rows[0]?.last ?? 0);
  if (last === 0) return;
  const value = JSON.stringify({ after: 0, last });
  await sql`insert into settings (name, value) values ('reindex_passages', ${value})`.execute(db);
}
