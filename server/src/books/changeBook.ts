import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../store/db.ts';
import type { BooksTable } from '../store/schema.ts';

/** Updates a book and its revision. All changes go through here: caches rely on the revision. */
export async function changeBook(
  db: Db,
  id: string,
  changes: Omit<Updateable<BooksTable>, 'id' | 'user_id' | 'revision'>,
): Promise<Selectable<BooksTable>> {
  return db
    .updateTable('books')
    .set({
      ...changes,
      ...('title' in changes || 'author' in changes ? { match_key: null } : {}),
      revision: sql<number>`revision + 1`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
