import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../src/store/schema.ts';

/** Names of all tables. */
export async function tableNames(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ isView, name }) => !isView && !name.startsWith('passages_fts'))
    .map(({ name }) => name);
}

export async function rowsOf(db: Kysely<Tables>, table: string): Promise<Record<string, unknown>[]> {
  return (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)).rows;
}
