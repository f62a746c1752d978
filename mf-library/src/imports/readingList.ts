import type { BookStatus, ImportedBook } from '@lectern/shared-contracts/api/books.ts';
import type { Reading } from '@lectern/shared-contracts/api/sessions.ts';
import { cleanTags, mostTags, tagLength } from '@lectern/shared-contracts/domain/books/tags.ts';
import { parseCsv } from '@lectern/shared-contracts/domain/csv.ts';

/** A book of an imported list; its shelves are tags. */
export interface ListedBook {
  book: ImportedBook;
  /** Plain text; empty for none. */
  review: string;
  /** What no other field holds, such as private notes and the read count; empty for none. */
  note: string;
  /** The times that it was read, as far as the book itself does not say it. */
  readings: readonly ListedReading[];
}

/** With the outcome null it is the latest one, which ends with the book. */
export type ListedReading = Pick<Reading, 'started_at' | 'finished_at'> & { outcome: 'finished' | null };

export interface ReadingList {
  source: 'Goodreads' | 'StoryGraph';
  books: readonly ListedBook[];
  /** Number of rows without a title. */
  skippedRows: number;
  /** Names of the columns with values that cannot be kept. */
  lostColumns: readonly string[];
}

/** A row that is read by the names of its columns; what fits no field is noted. */
class Row {
  readonly #cells: ReadonlyMap<string, string>;
  readonly #read = new Set<string>();
  readonly notes: string[] = [];

  constructor(cells: ReadonlyMap<string, string>) {
    this.#cells = cells;
  }

  cell(column: string): string {
    this.#read.add(column.toLowerCase());
    return this.#cells.get(column.toLowerCase()) ?? '';
  }

  /** A value of a field; a cell that the field cannot hold is noted. */
  value<Value>(column: string, read: (text: string) => Value | undefined): Value | undefined {
    const text = this.cell(column);
    const value = read(text);
    if (value === undefined) this.note(column, text.replace(/^="(.*)"$/, '$1'));
    return value;
  }

  note(column: string, text = this.cell(column)): void {
    if (!isNothing(text)) this.notes.push(`${column}: ${text}`);
  }

  /** Columns that hold something and were not read. */
  lost(): string[] {
    return [...this.#cells].flatMap(([column, text]) =>
      this.#read.has(column) || isNothing(text) || repeated.has(column) ? [] : [column],
    );
  }
}

const isNothing = (text: string): boolean => /^(0(\.0*)?|no|false)?$/i.test(text);

/** Columns that repeat others, and numbers of the exporting site. */
const repeated = new Set(['book id', 'bookshelves with positions']);

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
  const lost = new Set<string>();
  const books = rows.flatMap((cells) => {
    const row = new Row(new Map([...columns].map(([name, index]) => [name, (cells[index] ?? '').trim()])));
    if (row.cell('Title') === '') return [];
    const listed = read(row);
    for (const column of row.lost()) lost.add(column);
    return [listed];
  });
  const lostColumns = head.map((name) => name.trim()).filter((name) => lost.has(name.toLowerCase()));
  return { source, books, skippedRows: rows.length - books.length, lostColumns };
}

/** Default shelves of Goodreads, which are statuses and not tags. */
const statusShelves: Readonly<Record<string, BookStatus>> = {
  read: 'completed',
  'currently-reading': 'reading',
  'to-read': 'unread',
  'did-not-finish': 'paused',
  paused: 'paused',
};

function ofGoodreads(row: Row): ListedBook {
  const own = row.cell('Exclusive Shelf');
  const shelves = listOf(row.cell('Bookshelves'));
  const status = statusShelves[own] ?? (row.cell('Date Read') ? 'completed' : 'unread');
  const privateNotes = plainText(row.cell('Private Notes'));
  const book = withoutNothing({
    ...described(row, [row.cell('Author'), ...listOf(row.cell('Additional Authors'))]),
    author_sort: row.cell('Author l-f').slice(0, 1_000) || undefined,
    publisher: row.cell('Publisher').slice(0, 500) || undefined,
    published:
      (row.cell('Original Publication Year') || row.cell('Year Published')).slice(0, 40) || undefined,
    isbn10: row.value('ISBN', (text) => isbnIn(text, 10)),
    isbn13: row.value('ISBN13', (text) => isbnIn(text, 13)),
    page_count: row.value('Number of Pages', countIn),
    status,
    rating: row.value('My Rating', ratingIn),
    added_at: row.value('Date Added', momentIn),
    completed_at: finished(row, 'Date Read', status),
    tags: tagsIn([...shelves, own].filter((shelf) => !(shelf in statusShelves))),
  });
  noteReads(row, 1);
  return {
    book,
    review: plainText(row.cell('My Review')),
    note: [privateNotes, row.notes.join('\n')].filter(Boolean).join('\n\n'),
    readings: [],
  };
}

function ofStoryGraph(row: Row): ListedBook {
  const uid = row.cell('ISBN/UID');
  const status = statusShelves[row.cell('Read Status')] ?? 'unread';
  if (!(row.cell('Read Status') in statusShelves)) row.note('Read Status');
  const stars = row.cell('Star Rating');
  const rating = row.value('Star Rating', ratingIn);
  // Stars are whole here.
  if (rating !== undefined && rating !== Number(stars)) row.note('Star Rating');
  const [isbn10, isbn13] = [isbnIn(uid, 10), isbnIn(uid, 13)];
  if (!isbn10 && !isbn13) row.note('ISBN/UID');
  const book = withoutNothing({
    ...described(row, listOf(row.cell('Authors'))),
    isbn10,
    isbn13,
    status,
    rating,
    added_at: row.value('Date Added', momentIn),
    completed_at: finished(row, 'Last Date Read', status),
    tags: tagsIn(listOf(row.cell('Tags'))),
  });
  const spans = row.value('Dates Read', spansIn) ?? [];
  noteReads(row, Math.max(1, spans.length));
  row.note('Contributors');
  return {
    book,
    review: plainText(row.cell('Review')),
    note: row.notes.join('\n'),
    readings: readingsOf(spans, book.completed_at ?? null),
  };
}

function described(row: Row, authors: readonly string[]): Pick<ImportedBook, 'title' | 'author'> {
  const title = row.cell('Title');
  // A book has one series.
  const severalSeries = /\(([^()]*#[^()]*;[^()]*)\)$/.exec(title)?.[1];
  if (severalSeries) row.note('Series', severalSeries);
  const names = authors.map((name) => name.replace(/\s+/g, ' ').trim());
  return {
    title: title.slice(0, 1_000),
    author: [...new Set(names)].filter(Boolean).join(', ').slice(0, 1_000),
  };
}

/** The day when a book was finished; of one that is not finished, or being read again, it is noted. */
function finished(row: Row, column: string, status: BookStatus): string | undefined {
  if (status === 'completed') return row.value(column, momentIn);
  row.note(column);
  return undefined;
}

/** @param known the times that are told otherwise */
function noteReads(row: Row, known: number): void {
  if (row.cell('Read Count') !== String(known)) row.note('Read Count');
}

type Span = Pick<Reading, 'started_at' | 'finished_at'>;

/** '2022/01/20-2022/02/10, 2023/02/10': a day alone is the last one. Undefined unless all of it is understood. */
function spansIn(text: string): Span[] | undefined {
  const spans = listOf(text).map((one): Span | undefined => {
    const [, first = '', dash, last = ''] = /^([\d/]*?)(?:(-)([\d/]*))?$/.exec(one) ?? [];
    const [start, end] = dash ? [first, last] : ['', first];
    const [started_at, finished_at] = [momentIn(start) ?? null, momentIn(end) ?? null];
    const isRead = (started_at !== null || start === '') && (finished_at !== null || end === '');
    const isInOrder = started_at === null || finished_at === null || started_at <= finished_at;
    return isRead && isInOrder && (start || end) ? { started_at, finished_at } : undefined;
  });
  return spans.every((span) => span !== undefined) ? spans : undefined;
}

/** The book says when it was finished last: of that reading only the beginning is told. */
function readingsOf(spans: readonly Span[], completedAt: string | null): ListedReading[] {
  const latest = spans.findLast(({ finished_at }) => finished_at === completedAt);
  return spans.flatMap((span): ListedReading[] => {
    if (span !== latest) return span.finished_at === null ? [] : [{ ...span, outcome: 'finished' }];
    return span.started_at === null ? [] : [{ ...span, finished_at: null, outcome: null }];
  });
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

function tagsIn(shelves: readonly string[]): string[] | undefined {
  const tags = cleanTags(shelves.map((shelf) => shelf.slice(0, tagLength))).slice(0, mostTags);
  return tags.length > 0 ? tags : undefined;
}

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
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Goodreads writes line breaks as <br/>, StoryGraph paragraphs as <div>; other tags are removed. */
function plainText(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/(?:div|p|li)>(?=.)/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/&#(x?)([0-9a-f]{1,6});/gi, (_, hex, digits) =>
      String.fromCodePoint(Math.min(Number.parseInt(digits, hex ? 16 : 10) || 0xfffd, 0x10ffff)),
    )
    .replace(/&(\w+);/g, (entity, name) => entities[name] ?? entity)
    .trim()
    .slice(0, 100_000);
}

function withoutNothing(book: ImportedBook): ImportedBook {
  return Object.fromEntries(Object.entries(book).filter(([, value]) => value !== undefined)) as ImportedBook;
}
