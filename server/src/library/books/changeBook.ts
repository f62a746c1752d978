import { sql, type Updateable } from 'kysely';
import type { Db } from '../../store/db.ts';
import type { BookRow, BooksTable } from '../../store/schema.ts';
import { patchFields, pick } from './bookFields.ts';
import type { PatchedBook } from './bookPatch.ts';
import { tagColumns } from './tags.ts';

/** Updates a book and its revision. All changes go through here: caches rely on the revision. */
export async function changeBook(
  db: Db,
  id: string,
  changes: Omit<Updateable<BooksTable>, 'id' | 'user_id' | 'revision'>,
): Promise<BookRow> {
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

/** Stores the result of a patch. */
export function saveBook(
  db: Db,
  row: Pick<BookRow, 'id' | 'title' | 'title_language' | 'author'>,
  book: PatchedBook,
  now: Date,
): Promise<BookRow> {
  return changeBook(db, row.id, {
    ...pick(book, [...patchFields, 'created_at']),
    is_reading: Number(book.is_reading),
    completed: Number(book.completed),
    favorite: Number(book.favorite),
    ...tagColumns(book.tags),
    last_read: book.last_read ?? null,
    // The language in the file applies to its own title only.
    title_language: book.title === row.title ? row.title_language : null,
    ...(book.title === row.title ? {} : { title_sort: null }),
    ...(book.author === row.author ? {} : { author_sort: null }),
    updated_at: now.toISOString(),
  });
}
