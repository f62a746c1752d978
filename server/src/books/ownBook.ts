import type { Selectable } from 'kysely';
import { AppError } from '../common/errors.ts';
import type { Db } from '../store/db.ts';
import type { BooksTable } from '../store/schema.ts';

type BookRow = Selectable<BooksTable>;

/**
 * Loads a book of the user.
 * @throws AppError not_found, also for another user's book
 */
export async function ownBook(db: Db, userId: string, bookId: string): Promise<BookRow> {
  const book = await db
    .selectFrom('books')
    .selectAll()
    .where('id', '=', bookId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!book) throw new AppError('not_found');
  return book;
}

/** @throws AppError not_found, also for a book without a file */
export async function ownBookWithFile(
  db: Db,
  userId: string,
  bookId: string,
): Promise<BookRow & { format: 'epub' | 'pdf' }> {
  const { format, ...book } = await ownBook(db, userId, bookId);
  if (format === 'none') throw new AppError('not_found');
  return { ...book, format };
}
