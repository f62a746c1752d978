import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Db } from '../../store/db.ts';
import { ownRow } from '../../store/ownRows.ts';
import { findRow } from '../../store/rows.ts';
import type { BookRow } from '../../store/schema.ts';

/**
 * Loads a book of the user.
 * @throws AppError not_found, also for another user's book
 */
export const ownBook = (db: Db, userId: string, bookId: string): Promise<BookRow> =>
  ownRow(db, 'books', userId, bookId);

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

/** Its table of contents, landmarks and page list. */
export async function contentsOf(
  db: Db,
  bookId: string,
): Promise<Pick<Manifest, 'toc' | 'landmarks' | 'page_list'>> {
  const contents = await findRow(db, 'book_contents', { book_id: bookId }, ['toc', 'landmarks', 'page_list']);
  if (contents === undefined) return { toc: [] };
  const { toc, landmarks, page_list } = contents;
  return {
    toc: JSON.parse(toc),
    ...(landmarks === null ? {} : { landmarks: JSON.parse(landmarks) }),
    ...(page_list === null ? {} : { page_list: JSON.parse(page_list) }),
  };
}

/** Its chapters or pages in their order. */
export const spineOf = (db: Db, bookId: string) =>
  db.selectFrom('spine_items').selectAll().where('book_id', '=', bookId).orderBy('idx').execute();
