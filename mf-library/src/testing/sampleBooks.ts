import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { normalizeBook } from '@lectern/shared-contracts/domain/books/book.ts';

/** A readable UUID for a test. */
export function sampleId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A book with defaults for all other fields. */
export function sampleBook(number: number, fields: Partial<Book> = {}): Book {
  return normalizeBook({
    id: sampleId(number),
    title: `Book ${number}`,
    author: `Author ${number}`,
    cover_url: `/covers/${number}/medium.webp`,
    cover_base: `/covers/${number}`,
    format: 'epub',
    // A higher number was added later.
    created_at: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
    ...fields,
  }) as Book;
}

export function sampleBooks(count: number): Book[] {
  return Array.from({ length: count }, (_, index) => sampleBook(index + 1));
}
