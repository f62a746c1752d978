import type { ImportedBook } from '@lectern/shared-contracts/api/books.ts';
import { applyStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import type { Insertable } from 'kysely';
import { clampTimestamp } from '../routing/deviceClock.ts';
import type { BooksTable } from '../store/schema.ts';

/** What makes two books of a list the same: an ISBN where both have one, else title and author. */
export interface KnownBook {
  id: string;
  title: string;
  author: string;
  isbn13: string | null;
  isbn10: string | null;
}

/** Finds books again by what lists know of them. */
export class KnownBooks {
  readonly #byName = new Map<string, string>();
  readonly #byIsbn = new Map<string, string>();

  constructor(books: Iterable<KnownBook>) {
    for (const book of books) this.add(book);
  }

  add({ id, title, author, isbn13, isbn10 }: KnownBook): void {
    this.#byName.set(nameOf(title, author), id);
    for (const isbn of [isbn13, isbn10]) if (isbn) this.#byIsbn.set(isbn, id);
  }

  find({
    title,
    author,
    isbn13,
    isbn10,
  }: Pick<ImportedBook, 'title' | 'author' | 'isbn13' | 'isbn10'>): string | undefined {
    return (
      (isbn13 ? this.#byIsbn.get(isbn13) : undefined) ??
      (isbn10 ? this.#byIsbn.get(isbn10) : undefined) ??
      this.#byName.get(nameOf(title, author))
    );
  }
}

/** Without case, accents, marks and the subtitle, which lists write or leave out as they like. */
function nameOf(title: string, author: string): string {
  const plain = (text: string) =>
    foldText(text)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const withoutSeries = title.replace(/\s*\([^)]*#[^)]*\)\s*$/, '');
  const [main = title] = withoutSeries.split(/:\s/);
  return `${plain(main) || plain(title)}\n${plain(author)}`;
}

/** The row of a book that has no file. A series in the title, as Goodreads writes it, goes where it belongs. */
export function importedRow(
  { id, userId, now }: { id: string; userId: string; now: Date },
  book: ImportedBook,
): Insertable<BooksTable> {
  const created = book.added_at ? clampTimestamp(book.added_at, now) : now.toISOString();
  const finished = book.completed_at ? clampTimestamp(book.completed_at, now) : null;
  const { title, series, series_index } = seriesIn(book.title.trim());
  const { status, is_reading, completed, progress, completed_at } = applyStatus(
    { progress: 0, completed_at: finished, last_opened: null },
    book.status,
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
    // None yet: the shelf asks for one when it shows the book.
    cover_version: 0,
    layout: 'reflowable',
    direction: 'ltr',
    opf: null,
    title_language: null,
    accessibility: null,
    file_notes: null,
    created_at: created,
    updated_at: now.toISOString(),
  };
}

/** 'The Fellowship of the Ring (The Lord of the Rings, #1)' in its parts. */
function seriesIn(title: string): { title: string; series: string | null; series_index: number | null } {
  const match = /^(.+?)\s*\(([^()]+?),?\s*#(\d+(?:\.\d+)?)\)$/.exec(title);
  const [, main, series, index] = match ?? [];
  if (main === undefined || series === undefined) return { title, series: null, series_index: null };
  return { title: main, series, series_index: Number(index) };
}
