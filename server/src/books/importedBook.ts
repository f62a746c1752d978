import type { ImportedBook } from '@lectern/shared-contracts/api/books.ts';
import { applyStatus, normalizeStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import type { Insertable } from 'kysely';
import { clampTimestamp } from '../routing/deviceClock.ts';
import type { BooksTable } from '../store/schema.ts';
import { bookKeys } from './bookKeys.ts';

/** The row of an imported book without a file. A series in the title, as Goodreads writes it, is split off. */
export function importedRow(
  { id, userId, now }: { id: string; userId: string; now: Date },
  book: ImportedBook,
): Insertable<BooksTable> {
  const created = book.added_at ? clampTimestamp(book.added_at, now) : now.toISOString();
  const finished = book.completed_at ? clampTimestamp(book.completed_at, now) : null;
  const { title, series, series_index } = seriesIn(book.title.trim());
  const { status, is_reading, completed, progress, completed_at } = applyStatus(
    { progress: 0, completed_at: finished, last_opened: null },
    normalizeStatus(book.status),
    finished ?? created,
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
    series,
    series_index,
    publisher: book.publisher ?? null,
    published: book.published ?? null,
    isbn: book.isbn13 ?? book.isbn10 ?? null,
    isbn10: book.isbn10 ?? null,
    isbn13: book.isbn13 ?? null,
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
    created_at: created,
    updated_at: now.toISOString(),
    ...bookKeys(title, book.author),
  };
}

/** Splits 'The Fellowship of the Ring (The Lord of the Rings, #1)'. */
function seriesIn(title: string): { title: string; series: string | null; series_index: number | null } {
  const match = /\(([^()]+)#(\d+(?:\.\d+)?)\)$/.exec(title);
  const [, name = '', index] = match ?? [];
  const main = title.slice(0, match?.index).trim();
  const series = name.trim().replace(/,$/, '').trim();
  if (main === '' || series === '') return { title, series: null, series_index: null };
  return { title: main, series, series_index: Number(index) };
}
