import type { Selectable } from 'kysely';
import { AppError } from '../common/errors.ts';
import type { Db } from '../store/db.ts';
import type { BooksTable } from '../store/schema.ts';

/**
 * Loads a book of the user.
 * @throws AppError not_found, also for another user's book
 */
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
