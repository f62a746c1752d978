import { randomUUID } from 'node:crypto';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../store/db.ts';
import { changeRows, removeRows } from '../../store/rows.ts';
import type { BookRow, BooksTable, Tables } from '../../store/schema.ts';
import { keepAsNote } from '../conflicts/keepReplaced.ts';
import { detailFields } from './bookFields.ts';
import { changeBook } from './changeBook.ts';
import { recordPosition } from './savePlace.ts';
import { joinedTags } from './tags.ts';

/** Tables whose rows move to the other book as they are. */
const moved = [
  'notes',
  'highlights',
  'looked_up_words',
  'reading_sessions',
  'readings',
  'position_history',
  'device_highlights',
  'folder_files',
] as const;

/** Tables with one row per book and key: where both books have one, that of the remaining book stays. */
const unique = {
  collection_books: ['collection_id'],
  form_values: ['field'],
  page_times: ['page', 'start_time'],
  progress: ['user_id'],
};

/**
 * Joins two books of a user: one remains, with all that was written about either; what it lacks is filled from the
 * other one, which is deleted.
 */
export async function joinBooks(db: Db, remaining: BookRow, other: BookRow, now: Date): Promise<BookRow> {
  const filled = fillEmpty(remaining, other);
  await keepBoth(db, remaining, other, now);
  await keepReading(db, { ...remaining, ...filled }, other, now);
  for (const table of moved) await changeRows(db, table, { book_id: other.id }, { book_id: remaining.id });
  for (const [table, columns] of Object.entries(unique)) {
    const key = sql.join(columns.map((column) => sql.ref(column)));
    await sql`update ${sql.table(table)} set book_id = ${remaining.id} where book_id = ${other.id}
      and (${key}) not in (
        select ${key} from ${sql.table(table)} where book_id = ${remaining.id}
      )`.execute(db);
  }
  await changeRows(
    db,
    'notes',
    { user_id: other.user_id, conflict_of: other.id },
    { conflict_of: remaining.id },
  );
  // What was paid for the other book is not paid again.
  await sql`update points set book_id = ${remaining.id}, event = ${remaining.id}
    where user_id = ${other.user_id} and event = ${other.id} and action not in (
      select action from points where user_id = ${other.user_id} and event = ${remaining.id}
    )`.execute(db);
  await changeRows(
    db,
    'books',
    { user_id: other.user_id, perhaps_same_as: other.id },
    { perhaps_same_as: remaining.id, revision: sql`revision + 1` },
  );
  await changeRows(
    db,
    'row_history',
    { user_id: other.user_id, book_id: other.id, event: 'deleted' },
    { book_id: remaining.id },
  );
  await removeRows(db, 'books', { id: other.id });
  await keepAsVersion(db, remaining, other);
  return changeBook(db, remaining.id, {
    ...filled,
    favorite: remaining.favorite || other.favorite,
    perhaps_same_as: null,
    updated_at: now.toISOString(),
  });
}

/** Keeps what a book may have only once, where both have it. */
async function keepBoth(db: Db, remaining: BookRow, other: BookRow, now: Date): Promise<void> {
  const rowsOf = <T extends 'bookmarks' | 'form_values' | 'progress'>(table: T, { id }: BookRow) =>
    db
      .selectFrom(table as 'bookmarks')
      .selectAll()
      .where('book_id', '=', id)
      .execute() as unknown as Promise<Selectable<Tables[T]>[]>;
  const [place] = await rowsOf('progress', other);
  const hasPlace = (await rowsOf('progress', remaining)).length > 0;
  if (place && hasPlace) await recordPosition(db, { ...place, book_id: remaining.id }, now);
  const pages = new Set((await rowsOf('bookmarks', remaining)).map(({ page }) => page));
  for (const { id, page: own } of await rowsOf('bookmarks', other)) {
    let page = own;
    while (pages.has(page)) page++;
    pages.add(page);
    await changeRows(db, 'bookmarks', { id }, { page, book_id: remaining.id, updated_at: now.toISOString() });
  }
  const values = new Map((await rowsOf('form_values', remaining)).map((row) => [row.field, row.content]));
  for (const { field, content } of await rowsOf('form_values', other)) {
    if (!values.has(field) || values.get(field) === content) continue;
    const note = { book_id: remaining.id, content: `${field}: ${String(JSON.parse(content))}` };
    await keepAsNote(db, other.user_id, note, now);
  }
}

/** A reading of the other book that has ended is an earlier one of the remaining book, unless it has the same date. */
async function keepReading(
  db: Db,
  remaining: Pick<BookRow, 'id' | 'completed_at'>,
  other: BookRow,
  now: Date,
): Promise<void> {
  const { completed, completed_at: finished_at, rating, user_id } = other;
  const dayOf = (at: string | null) => at?.slice(0, 10);
  if (completed !== 1 || finished_at === null || dayOf(finished_at) === dayOf(remaining.completed_at)) return;
  const ended = { finished_at, rating, outcome: 'finished' as const, updated_at: now.toISOString() };
  const open = await changeRows(db, 'readings', { book_id: other.id, outcome: null }, ended);
  if (open > 0) return;
  await db
    .insertInto('readings')
    .values({ id: randomUUID(), user_id, book_id: remaining.id, started_at: null, ...ended })
    .execute();
}

/** The bin has nothing of the other book to restore; its title and details are a version of the remaining one. */
async function keepAsVersion(db: Db, remaining: BookRow, other: BookRow): Promise<void> {
  const deleted = db
    .selectFrom('row_history')
    .select('id')
    .where('user_id', '=', other.user_id)
    .where('thing', '=', 'book')
    .where('thing_id', '=', other.id)
    .where('event', '=', 'deleted');
  const ids = (await deleted.execute()).map(({ id }) => id);
  if (ids.length === 0) return;
  await removeRows(db, 'row_history', { with_id: ids });
  await changeRows(
    db,
    'row_history',
    { id: ids },
    { event: 'replaced', thing_id: remaining.id, book_id: remaining.id, file_bytes: null },
  );
}

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

type Sorted = 'title_sort' | 'author_sort';
type Field = Sorted | (typeof single)[number] | Grouped | (typeof ofStatus)[number];
type Row = Pick<BookRow, Field | 'title' | 'last_opened' | 'tags'>;
/** A new book from a file may have no such field. */
type Source = Omit<Pick<Row, Field | 'title' | 'tags'>, Sorted> & Partial<Record<Sorted, string | null>>;

/** What another listing of the same book adds to it. Nothing is overwritten. */
export function fillEmpty(
  book: Row,
  from: Source,
): Pick<Updateable<BooksTable>, Field | 'tags' | 'tag_keys'> {
  const isEmpty = (name: Field) => book[name] === null || book[name] === '';
  const isNew = book.status === 'unread' && book.progress === 0 && book.last_opened === null;
  const isUndated = book.completed === 1 && from.completed === 1 && book.completed_at === null;
  const names: Field[] = [
    ...single.filter(isEmpty),
    ...(book.title === from.title ? (['title_sort'] as const).filter(isEmpty) : []),
    ...(isEmpty('author') || book.author === from.author ? (['author_sort'] as const).filter(isEmpty) : []),
    ...groups.filter(([first]) => isEmpty(first)).flat(),
    ...(isNew ? ofStatus : isUndated ? (['completed_at'] as const) : []),
  ];
  const isNews = (name: Field) => (from[name] ?? '') !== '' && from[name] !== book[name];
  const tagged = joinedTags(book.tags, from.tags);
  return {
    ...Object.fromEntries(names.filter(isNews).map((name) => [name, from[name]])),
    ...(tagged.tags === book.tags ? {} : tagged),
  };
}
