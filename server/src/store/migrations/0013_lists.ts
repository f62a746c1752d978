import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

/** A page of a list that is filtered is read in its order, however long the list. */
export async function lists(db: Kysely<Tables>): Promise<void> {
  for (const column of ['status', 'genre'] as const) {
    await db.schema
      .createIndex(`books_by_user_id_${column}_created_at_id`)
      .on('books')
      .columns(['user_id', column, 'created_at', 'id'])
      .execute();
  }
  await db.schema.dropIndex('books_by_user_id_status').execute();
}
