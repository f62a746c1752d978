import type { ImportedBook } from '@lectern/shared-contracts/api/books.ts';
import { applyStatus, normalizeStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { clampTimestamp } from '../routing/deviceClock.ts';
import { isbnOf, splitSeries } from './bookIdentity.ts';
import { bookKeys } from './bookKeys.ts';
import type { KnownBook } from './knownBooks.ts';

/** The row of an imported book without a file. A series in the title, as Goodreads writes it, is split off. */
export function importedRow(
  { id, userId, now }: { id: string; userId: string; now: Date },
  book: ImportedBook,
): KnownBook {
  const created = book.added_at ? clampTimestamp(book.added_at, now) : now.toISOString();
  const finished = book.completed_at ? clampTimestamp(book.completed_at, now) : null;
  const split = splitSeries(book.title);
  const [first] = split.numbers;
  const index = Number(first?.number);
  // A range of numbers stays in the title.
  const { title, series, series_index } =
    first && Number.isFinite(index)
      ? { title: split.title, series: first.series, series_index: index }
      : { title: book.title.trim(), series: null, series_index: null };
  const { isbn13, isbn10 } = isbnOf(book);
  const { status, is_reading, completed, progress, completed_at } = applyStatus(
    // A book that was finished at an unknown time has no date.
    { progress: 0, completed: true, completed_at: finished, last_opened: null },
    normalizeStatus(book.status),
    created,
  );
  return {
    id,
    user_id: userId,
    sha256: null,
    format: 'none',
    file_name: '',
    file_size: 0,
    title,
    author: book.author,
    author_sort: book.author_sort ?? null,
    description: null,
    genre: null,
    language: null,
    series,
    series_index,
    publisher: book.publisher ?? null,
    published: book.published ?? null,
    isbn: isbn13 ?? isbn10,
    isbn10,
    isbn13,
    current_page: 0,
    progress,
    is_reading: Number(is_reading),
    completed: Number(completed),
    completed_at: completed ? completed_at : null,
    status,
    last_opened: null,
    rating: book.rating ?? null,
    favorite: 0,
    page_count: book.page_count ?? 0,
    word_count: 0,
    cover_source: 'generated',
    // The shelf requests a cover when it shows the book.
    cover_version: 0,
    layout: 'reflowable',
    direction: 'ltr',
    opf: null,
    title_language: null,
    accessibility: null,
    file_notes: null,
    perhaps_same_as: null,
    created_at: created,
    updated_at: now.toISOString(),
    ...bookKeys(title, book.author),
  };
}
