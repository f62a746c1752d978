import type { Selectable } from 'kysely';
import { AppError } from '../common/errors.ts';
import type { Db } from '../store/db.ts';
import type { BooksTable } from '../store/schema.ts';

/** The reader's book. Another reader's is not_found, as if it were not there. */
export async function ownBook(db: Db, userId: string, bookId: string): Promise<Selectable<BooksTable>> {
  const book = await db
    .selectFrom('books')
    .selectAll()
    .where('id', '=', bookId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!book) throw new AppError('not_found');
  return book;
}
