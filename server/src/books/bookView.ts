import type { Book, BookStatus } from '@lectern/shared-contracts/api/books.ts';
import type { Selectable } from 'kysely';
import type { Services } from '../services/services.ts';
import type { BooksTable } from '../store/schema.ts';
import { coverBase } from './bookAddresses.ts';
import { shownFileNotes } from './fileNotes.ts';

/** Columns of a book in API responses, without long ones such as the table of contents. */
export const bookColumns = [
  'id',
  'title',
  'author',
  'description',
  'genre',
  'language',
  'publisher',
  'published',
  'series',
  'series_index',
  'isbn',
  'isbn10',
  'isbn13',
  'current_page',
  'progress',
  'is_reading',
  'completed',
  'completed_at',
  'status',
  'last_opened',
  'last_read',
  'rating',
  'favorite',
  'format',
  'file_size',
  'file_id',
  'page_count',
  'word_count',
  'cover_source',
  'cover_version',
  'layout',
  'accessibility',
  'file_notes',
  'title_language',
  'perhaps_same_as',
  'author_sort',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof BooksTable)[];

type BookRow = Pick<Selectable<BooksTable>, (typeof bookColumns)[number]>;

/**
 * A book as the API returns it, with signed URLs for its cover.
 * @param user the user and session that they are signed for
 */
export function asBook(
  services: Pick<Services, 'config' | 'signedUrls'>,
  row: BookRow,
  { sessionId }: { sessionId: string },
): Book {
  const cover = row.cover_version > 0 ? coverBase(services, row, sessionId) : null;
  return {
    id: row.id,
    title: row.title,
    author: row.author,
    description: row.description,
    genre: row.genre,
    language: row.language,
    publisher: row.publisher,
    published: row.published,
    series: row.series,
    series_index: row.series_index,
    isbn: row.isbn,
    isbn10: row.isbn10,
    isbn13: row.isbn13,
    current_page: row.current_page,
    progress: row.progress,
    is_reading: row.is_reading === 1,
    completed: row.completed === 1,
    completed_at: row.completed_at,
    status: row.status as BookStatus,
    last_opened: row.last_opened,
    last_read: row.last_read,
    rating: row.rating,
    favorite: row.favorite === 1,
    format: row.format,
    file_size: row.file_size,
    ...(row.file_id === null ? {} : { file_id: row.file_id }),
    page_count: row.page_count,
    word_count: row.word_count,
    cover_url: cover === null ? null : `${cover}/medium.webp`,
    cover_base: cover,
    cover_source: row.cover_source,
    ...(row.layout === 'fixed' && row.format === 'epub' ? { fixed_layout: true } : {}),
    ...(row.accessibility === null ? {} : { accessibility: JSON.parse(row.accessibility) }),
    ...(row.title_language === null ? {} : { title_language: row.title_language }),
    ...(row.author_sort === null ? {} : { author_sort: row.author_sort }),
    ...shownFileNotes(row.file_notes),
    ...(row.perhaps_same_as === null ? {} : { perhaps_same_as: row.perhaps_same_as }),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
