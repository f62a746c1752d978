import { sql } from 'kysely';
import { addBookKeys } from '../../library/books/bookKeys.ts';
import { changeBook } from '../../library/books/changeBook.ts';
import { fillEmpty } from '../../library/books/joinBooks.ts';
import { type BookListing, identityOf } from '../../library/identity/bookIdentity.ts';
import { knownBooksOf } from '../../library/identity/knownBooks.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import type { BookRow, NewBook, UploadsTable } from '../../store/schema.ts';
import type { BookMetadata } from '../ingest/ingestedBook.ts';
import { fileColumns } from './replaceFile.ts';

export interface PlaceholderMatch {
  /** Null for a new book. */
  placeholder: BookRow | null;
  /** The book that a new one may be the same as. */
  perhapsSameAs: string | null;
}

/**
 * Finds the book without a file that this upload belongs to: the one the user has chosen, unless it has another ISBN,
 * else one with the same identity. It is reserved for this upload, in case two arrive at once.
 */
export async function claimPlaceholderBook(
  { db, engine }: Pick<Services, 'db' | 'engine'>,
  upload: UploadsTable,
  metadata: BookMetadata,
): Promise<PlaceholderMatch> {
  await addBookKeys(db, upload.user_id);
  const placeholders = await knownBooksOf(db, upload.user_id, [metadata], { withoutFile: true });
  const match = placeholders.find(metadata);
  // It may be another file of a book that has one.
  const known = match ? undefined : (await knownBooksOf(db, upload.user_id, [metadata])).find(metadata);
  const candidates = [upload.book_id, upload.for_book, match?.likeness === 'same' ? match.book.id : null];
  return engine.withLock(upload.user_id, async (trx) => {
    let placeholder: BookRow | null = null;
    let perhapsSameAs = match?.likeness === 'perhaps' ? match.book.id : null;
    if (known?.likeness === 'same') perhapsSameAs = known.book.id;
    for (const id of candidates) {
      if (!id || placeholder) continue;
      const book = await bookWithoutFile(trx, upload, id);
      if (book && haveOtherIsbns(book, metadata)) perhapsSameAs = book.id;
      else placeholder = book ?? null;
    }
    const bookId = placeholder?.id ?? null;
    if (bookId !== upload.book_id) {
      await trx.updateTable('uploads').set({ book_id: bookId }).where('id', '=', upload.id).execute();
    }
    return { placeholder, perhapsSameAs };
  });
}

function haveOtherIsbns(...books: readonly [BookListing, BookListing]): boolean {
  const [one, other] = books.map((book) => identityOf(book).isbn);
  return one !== null && other !== null && one !== other;
}

/** The book, unless it has a file or is reserved by another upload. */
function bookWithoutFile(
  db: Db,
  { id, user_id }: UploadsTable,
  bookId: string,
): Promise<BookRow | undefined> {
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
export async function fillPlaceholderBook(db: Db, placeholder: BookRow, file: NewBook): Promise<BookRow> {
  // Read again: the user may have changed it during the ingest.
  const book = await db
    .selectFrom('books')
    .selectAll()
    .where('id', '=', placeholder.id)
    .executeTakeFirstOrThrow();
  // A cover chosen by the user stays.
  const keepsCover = book.cover_source === 'file' || book.cover_version !== placeholder.cover_version;
  return changeBook(db, book.id, {
    ...fillEmpty(book, file),
    ...fileColumns(file),
    ...(keepsCover ? {} : { cover_source: file.cover_source, cover_version: file.cover_version }),
  });
}
