import { type Selectable, sql } from 'kysely';
import { addBookKeys } from '../books/bookKeys.ts';
import { changeBook } from '../books/changeBook.ts';
import { knownBooksOf } from '../books/knownBooks.ts';
import type { BookMetadata } from '../ingest/ingestedBook.ts';
import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import type { BooksTable, NewBook, UploadsTable } from '../store/schema.ts';
import { fileColumns } from './fileColumns.ts';

/**
 * The book without a file that this upload belongs to: the one the user has chosen, else one with the same ISBN, or
 * the same title and author. It is reserved for this upload, in case two arrive at once.
 * @returns null for a new book
 */
export async function claimPlaceholderBook(
  { db, engine }: Pick<Services, 'db' | 'engine'>,
  upload: UploadsTable,
  metadata: BookMetadata,
): Promise<Selectable<BooksTable> | null> {
  await addBookKeys(db, upload.user_id);
  const placeholders = await knownBooksOf(db, upload.user_id, [metadata], { withoutFile: true });
  const candidates = [upload.book_id, upload.for_book, placeholders.find(metadata)];
  return engine.withLock(upload.user_id, async (trx) => {
    let placeholder: Selectable<BooksTable> | undefined;
    for (const id of candidates) if (id && !placeholder) placeholder = await bookWithoutFile(trx, upload, id);
    const bookId = placeholder?.id ?? null;
    if (bookId !== upload.book_id) {
      await trx.updateTable('uploads').set({ book_id: bookId }).where('id', '=', upload.id).execute();
    }
    return placeholder ?? null;
  });
}

/** The book, unless it has a file or is reserved by another upload. */
function bookWithoutFile(
  db: Db,
  { id, user_id }: UploadsTable,
  bookId: string,
): Promise<Selectable<BooksTable> | undefined> {
  return db
    .selectFrom('books')
    .selectAll()
    .where('id', '=', bookId)
    .where('user_id', '=', user_id)
    .where('format', '=', sql.lit('none'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('uploads')
            .select('uploads.id')
            .whereRef('uploads.book_id', '=', 'books.id')
            .where('uploads.state', '=', 'ingesting')
            .where('uploads.id', '!=', id),
        ),
      ),
    )
    .executeTakeFirst();
}

/** Metadata of the placeholder takes precedence; file data comes from the file. */
export async function fillPlaceholderBook(
  db: Db,
  placeholder: Selectable<BooksTable>,
  file: NewBook,
): Promise<Selectable<BooksTable>> {
  // Read again: the user may have changed it during the ingest.
  const book = await db
    .selectFrom('books')
    .selectAll()
    .where('id', '=', placeholder.id)
    .executeTakeFirstOrThrow();
  // A cover chosen by the user stays.
  const keepsCover = book.cover_source === 'file' || book.cover_version !== placeholder.cover_version;
  return changeBook(db, book.id, {
    author: book.author || file.author,
    description: book.description ?? file.description,
    genre: book.genre ?? file.genre,
    language: book.language ?? file.language,
    publisher: book.publisher ?? file.publisher,
    published: book.published ?? file.published,
    series: book.series ?? file.series,
    series_index: book.series === null ? file.series_index : book.series_index,
    isbn: book.isbn ?? file.isbn,
    isbn10: book.isbn10 ?? file.isbn10,
    isbn13: book.isbn13 ?? file.isbn13,
    ...fileColumns(file),
    ...(keepsCover ? {} : { cover_source: file.cover_source, cover_version: file.cover_version }),
  });
}
