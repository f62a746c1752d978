import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/**
 * What is needed where two devices have changed the same thing: who moved a book's place last,
 * where it was before, and the other text of a note.
 */
export async function sync(db: Kysely<Tables>, { text }: SchemaParts): Promise<void> {
  await db.schema.alterTable('progress').addColumn('changed_by', text).execute();
  await db.schema.alterTable('notes').addColumn('twin_of', text).execute();
  await db.schema
    .createTable('places')
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('book_id', text, (c) => c.notNull().references('books.id').onDelete('cascade'))
    .addColumn('current_page', 'integer', (c) => c.notNull())
    .addColumn('total_pages', 'integer', (c) => c.notNull())
    .addColumn('percentage', 'double precision', (c) => c.notNull())
    .addColumn('position', text)
    .addColumn('device', text)
    .addColumn('updated_at', text, (c) => c.notNull())
    .addColumn('left_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('places_key', ['id'])
    .execute();
  await db.schema
    .createIndex('places_by_book')
    .on('places')
    .columns(['user_id', 'book_id', 'left_at'])
    .execute();
  await db.schema.createIndex('places_by_book_id').on('places').column('book_id').execute();
}
