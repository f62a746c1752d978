import type { Selectable } from 'kysely';
import type { Db } from '../store/db.ts';
import type { BooksTable } from '../store/schema.ts';
import type { PatchedBook } from './bookPatch.ts';
import { changeBook } from './changeBook.ts';

/** Stores the result of a patch. */
export async function saveBook(
  db: Db,
  row: Pick<Selectable<BooksTable>, 'id' | 'title' | 'title_language' | 'author'>,
  book: PatchedBook,
  now: Date,
): Promise<Selectable<BooksTable>> {
  return changeBook(db, row.id, {
    title: book.title,
    // The language in the file applies to its own title only.
    title_language: book.title === row.title ? row.title_language : null,
    author: book.author,
    ...(book.author === row.author ? {} : { author_sort: null }),
    description: book.description,
    genre: book.genre,
    language: book.language,
    publisher: book.publisher,
    published: book.published,
    series: book.series,
    series_index: book.series_index,
    isbn: book.isbn,
    isbn10: book.isbn10,
    isbn13: book.isbn13,
    current_page: book.current_page,
    progress: book.progress,
    is_reading: Number(book.is_reading),
    completed: Number(book.completed),
    completed_at: book.completed_at,
    status: book.status,
    last_opened: book.last_opened,
    last_read: book.last_read ?? null,
    rating: book.rating,
    favorite: Number(book.favorite),
    created_at: book.created_at,
    updated_at: now.toISOString(),
  });
}
