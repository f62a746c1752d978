import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/**
 * The next book takes no longer because there are many: what a reader stores is added up from an index, and a page of a
 * list is found in one, revisions and all. And the words of one book are gathered in memory before they go into the
 * index of full text.
 */
export async function growingLibraries(db: Kysely<Tables>, engine: SchemaParts): Promise<void> {
  await db.schema
    .createIndex('books_by_user_id_file_size')
    .on('books')
    .columns(['user_id', 'file_size'])
    .execute();
  await db.schema
    .createIndex('books_by_user_id_created_at_id_revision')
    .on('books')
    .columns(['user_id', 'created_at', 'id', 'revision'])
    .execute();
  await db.schema.dropIndex('books_by_user_id_created_at_id').execute();
  await engine.gatherFullText(db);
}
