import type { Book } from '../../api/books.ts';
import { deriveStatus, normalizeStatus } from './bookStatus.ts';

/** Aliases of fields, in order of precedence. */
const aliases: Readonly<Partial<Record<keyof Book, readonly string[]>>> = {
  cover_url: ['cover_image_url', 'cover'],
  is_reading: ['isReading'],
  created_at: ['dateAdded'],
};

const empty: Omit<Book, 'id' | 'title' | 'status' | 'created_at' | 'updated_at'> = {
  author: '',
  description: null,
  genre: null,
  language: null,
  publisher: null,
  published: null,
  series: null,
  series_index: null,
  isbn: null,
  isbn10: null,
  isbn13: null,
  current_page: 0,
  progress: 0,
  is_reading: false,
  completed: false,
  completed_at: null,
  last_opened: null,
  last_read: null,
  rating: null,
  favorite: false,
  tags: [],
  format: 'none',
  file_size: 0,
  page_count: 0,
  word_count: 0,
  cover_url: null,
  cover_base: null,
  cover_source: 'file',
};

/** Resolves aliases: they fill absent fields and are removed. */
export function resolveBookAliases(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const book = { ...raw };
  for (const [field, names] of Object.entries(aliases)) {
    for (const name of names) {
      if (book[field] === undefined && book[name] !== undefined) book[field] = book[name];
      delete book[name];
    }
  }
  return book;
}

/**
 * Builds a complete book from any stored or received value: resolves aliases, adds missing fields, clamps progress
 * and normalizes the status. Null without an id.
 */
export function normalizeBook(raw: unknown): Book | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const given = resolveBookAliases(raw as Record<string, unknown>);
  if (typeof given.id !== 'string' || given.id === '') return null;
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const added = typeof given.created_at === 'string' ? given.created_at : new Date(0).toISOString();
  const book = { ...empty, title: '', created_at: added, updated_at: added, ...present } as Book;
  book.progress = Number.isFinite(book.progress) ? Math.min(100, Math.max(0, book.progress)) : 0;
  book.status = given.status ? normalizeStatus(given.status) : deriveStatus({ ...book, status: null });
  return book;
}
