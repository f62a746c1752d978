import type { BookStatus, ImportedBook } from '@lectern/shared-contracts/api/books.ts';
import { parseCsv } from './parseCsv.ts';

/** A book of an imported list with its shelves. */
export interface ListedBook {
  book: ImportedBook;
  shelves: readonly string[];
  /** Plain text; empty for none. */
  review: string;
}

export interface ReadingList {
  source: 'Goodreads' | 'StoryGraph';
  books: readonly ListedBook[];
  /** Number of rows without a title. */
  skippedRows: number;
}

type Cells = (column: string) => string;

/** Parses an export of Goodreads or StoryGraph; null when the file is neither. */
export function readReadingList(text: string): ReadingList | null {
  const [head, ...rows] = parseCsv(text);
  if (head === undefined) return null;
  const columns = new Map(head.map((name, index) => [name.trim().toLowerCase(), index]));
  const has = (...names: string[]) => names.every((name) => columns.has(name));
  const source = has('title', 'exclusive shelf', 'my rating')
    ? 'Goodreads'
    : has('title', 'read status', 'star rating')
      ? 'StoryGraph'
      : null;
  if (source === null) return null;
  const read = source === 'Goodreads' ? ofGoodreads : ofStoryGraph;
  const books = rows.flatMap((row) => {
    const cells: Cells = (column) => (row[columns.get(column) ?? -1] ?? '').trim();
    return cells('title') === '' ? [] : [read(cells)];
  });
  return { source, books, skippedRows: rows.length - books.length };
}

/** Default shelves of Goodreads, which are statuses and not collections. */
const statusShelves: Readonly<Record<string, BookStatus>> = {
  read: 'completed',
  'currently-reading': 'reading',
  'to-read': 'unread',
  'did-not-finish': 'paused',
};

function ofGoodreads(cells: Cells): ListedBook {
  const own = cells('exclusive shelf');
  const shelves = listOf(cells('bookshelves'));
  return {
    book: withoutNothing({
      title: cells('title').slice(0, 1_000),
      author: cells('author').replace(/\s+/g, ' ').slice(0, 1_000),
      publisher: cells('publisher').slice(0, 500) || undefined,
      published: cells('original publication year') || cells('year published') || undefined,
      isbn10: isbnIn(cells('isbn'), 10),
      isbn13: isbnIn(cells('isbn13'), 13),
      page_count: countIn(cells('number of pages')),
      status: statusShelves[own] ?? (cells('date read') ? 'completed' : 'unread'),
      rating: ratingIn(cells('my rating')),
      added_at: momentIn(cells('date added')),
      completed_at: momentIn(cells('date read')),
    }),
    shelves: [...new Set([...shelves, own])].filter((shelf) => shelf !== '' && !(shelf in statusShelves)),
    review: plainText(cells('my review')),
  };
}

function ofStoryGraph(cells: Cells): ListedBook {
  const [author = ''] = listOf(cells('authors'));
  const uid = cells('isbn/uid');
  const status = cells('read status');
  return {
    book: withoutNothing({
      title: cells('title').slice(0, 1_000),
      author: author.slice(0, 1_000),
      isbn10: isbnIn(uid, 10),
      isbn13: isbnIn(uid, 13),
      status: statusShelves[status] ?? 'unread',
      rating: ratingIn(cells('star rating')),
      added_at: momentIn(cells('date added')),
      completed_at: momentIn(cells('last date read')),
    }),
    shelves: listOf(cells('tags')),
    review: plainText(cells('review')),
  };
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** Goodreads writes ="0618346252", so that spreadsheets keep the zeros. */
function isbnIn(text: string, length: 10 | 13): string | undefined {
  const isbn = text.replace(/[^0-9Xx]/g, '').toUpperCase();
  return isbn.length === length && (length === 10 || /^\d+$/.test(isbn)) ? isbn : undefined;
}

function countIn(text: string): number | undefined {
  const count = Number.parseInt(text, 10);
  return Number.isSafeInteger(count) && count > 0 && count <= 1_000_000 ? count : undefined;
}

/** Whole stars; fractions are rounded up. 0 means not rated. */
function ratingIn(text: string): number | undefined {
  const stars = Math.ceil(Number.parseFloat(text));
  return stars >= 1 && stars <= 5 ? stars : undefined;
}

/** '2019/02/03' as noon UTC of that day, which is the same day almost everywhere. */
function momentIn(text: string): string | undefined {
  const match = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})/.exec(text);
  if (!match) return undefined;
  const [, year, month, day] = match.map(Number) as [number, number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day, 12));
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year > 0;
  return real ? date.toISOString() : undefined;
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Goodreads writes line breaks as <br/>; other tags are removed. */
function plainText(html: string): string {
  return html
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .slice(0, 20_000)
    .trim();
}

function withoutNothing(book: ImportedBook): ImportedBook {
  return Object.fromEntries(Object.entries(book).filter(([, value]) => value !== undefined)) as ImportedBook;
}
