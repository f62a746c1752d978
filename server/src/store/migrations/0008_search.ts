import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/** What an answer of the mentor was made by and from; and the words of the index, for queries with a typing error. */
export async function search(db: Kysely<Tables>, { text, createWordList }: SchemaParts): Promise<void> {
  for (const column of ['model', 'sent', 'notice'] as const) {
    await db.schema.alterTable('messages').addColumn(column, text).execute();
  }
  await db.schema
    .alterTable('messages')
    .addColumn('withheld', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await createWordList(db);
}
