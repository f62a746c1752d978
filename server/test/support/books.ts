import { createHash, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { bookKeys } from '../../src/library/books/bookKeys.ts';
import type { Services } from '../../src/run/services/services.ts';
import type { BooksTable } from '../../src/store/schema.ts';

/**
 * Adds a book directly to the database, for tests that are not about uploads.
 * @returns its id
 */
export async function addBook(
  services: Pick<Services, 'db' | 'now'>,
  userId: string,
  fields: Partial<Selectable<BooksTable>> = {},
): Promise<string> {
  const id = fields.id ?? randomUUID();
  const now = services.now().toISOString();
  const { title = 'A Book', author = 'An Author' } = fields;
  await services.db
    .insertInto('books')
    .values({
      id,
      user_id: userId,
      sha256: createHash('sha256').update(id).digest('hex'),
      format: 'epub',
      file_name: 'book.epub',
      file_size: 1_000,
      title,
      author,
      ...bookKeys(title, author),
      description: null,
      genre: null,
      language: 'en',
      publisher: null,
      published: null,
      series: null,
      series_index: null,
      isbn: null,
      isbn10: null,
      isbn13: null,
      current_page: 0,
      progress: 0,
      is_reading: 0,
      completed: 0,
      completed_at: null,
      status: 'unread',
      last_opened: null,
      rating: null,
      favorite: 0,
      page_count: 100,
      word_count: 30_000,
      cover_source: 'generated',
      cover_version: 1,
      layout: 'reflowable',
      direction: 'ltr',
      opf: null,
      created_at: now,
      updated_at: now,
      ...fields,
    })
    .execute();
  return id;
}

/** An earlier reading of a book. */
export const readingOf = (book_id: string) => ({
  book_id,
  started_at: '2025-05-03T12:00:00.000Z',
  finished_at: '2025-05-19T12:00:00.000Z',
  outcome: 'finished' as const,
  rating: 4,
});

/** A word that was looked up in a book. */
export const wordFrom = (bookId: string) => ({
  word: 'whales',
  headword: 'whale',
  language: 'en',
  sentence: 'Whales are large.',
  meaning: null,
  book_id: bookId,
  position: null,
  created_at: new Date().toISOString(),
});
