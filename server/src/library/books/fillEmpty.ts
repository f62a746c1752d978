import type { Selectable, Updateable } from 'kysely';
import type { BooksTable } from '../../store/schema.ts';
import { detailFields } from './bookFields.ts';

type Detail = (typeof detailFields)[number];
type Grouped = (typeof groups)[number][number];

/** Fields that are filled together, where the first is empty. */
const groups = [
  ['series', 'series_index'],
  ['isbn', 'isbn10', 'isbn13'],
] as const;

/** Fields that are filled one by one: all others but the title. */
const isSingle = (name: Detail): name is Exclude<Detail, 'title' | Grouped> =>
  name !== 'title' && !(groups.flat() as string[]).includes(name);
const single = [...detailFields.filter(isSingle), 'rating'] as const;

const ofStatus = ['status', 'is_reading', 'completed', 'completed_at', 'progress'] as const;

type Field = 'author_sort' | (typeof single)[number] | Grouped | (typeof ofStatus)[number];
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
