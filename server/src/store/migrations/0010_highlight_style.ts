import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/** How words are marked: painted over, as all were until now, or underlined. */
export async function highlightStyle(db: Kysely<Tables>, { text }: SchemaParts): Promise<void> {
  await db.schema
    .alterTable('highlights')
    .addColumn('style', text, (column) => column.notNull().defaultTo('highlight'))
    .execute();
}
