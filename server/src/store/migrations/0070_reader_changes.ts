import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/** How often what a reader has of an area was changed, so that another device can ask what is new. */
export async function readerChanges(db: Kysely<Tables>, { text }: SchemaParts): Promise<void> {
  await db.schema
    .createTable('reader_changes')
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('area', text, (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('reader_changes_key', ['user_id', 'area'])
    .execute();
}
