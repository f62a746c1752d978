import type { Selectable, Updateable } from 'kysely';
import type { BooksTable } from '../store/schema.ts';

/** Fields that are filled one by one. */
const single = ['author', 'description', 'genre', 'language', 'publisher', 'published', 'rating'] as const;

/** Fields that are filled together, where the first is empty. */
const groups = [
  ['series', 'series_index'],
  ['isbn', 'isbn10', 'isbn13'],
] as const;

const ofStatus = ['status', 'is_reading', 'completed', 'completed_at', 'progress'] as const;

type Field =
  | 'author_sort'
  | (typeof single)[number]
  | (typeof groups)[number][number]
  | (typeof ofStatus)[number];
type Row = Pick<Selectable<BooksTable>, Field | 'last_opened'>;
/** A new book from a file may have no such field. */
type Source = Omit<Pick<Row, Field>, 'author_sort'> & { author_sort?: string | null };

/** What another listing of the same book adds to it. Nothing is overwritten. */
export function fillEmpty(book: Row, from: Source): Pick<Updateable<BooksTable>, Field> {
  const isEmpty = (name: Field) => book[name] === null || book[name] === '';
  const isNew = book.status === 'unread' && book.progress === 0 && book.last_opened === null;
  const isUndated = book.completed === 1 && from.completed === 1 && book.completed_at === null;
  const names: Field[] = [
    ...single.filter(isEmpty),
    ...(isEmpty('author') || book.author === from.author ? (['author_sort'] as const).filter(isEmpty) : []),
    ...groups.filter(([first]) => isEmpty(first)).flat(),
    ...(isNew ? ofStatus : isUndated ? (['completed_at'] as const) : []),
  ];
  const isNews = (name: Field) => (from[name] ?? '') !== '' && from[name] !== book[name];
  return Object.fromEntries(names.filter(isNews).map((name) => [name, from[name]]));
}
