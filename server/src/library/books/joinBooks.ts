import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../store/db.ts';
import type { BooksTable } from '../../store/schema.ts';
import { detailFields } from './bookFields.ts';
import { changeBook } from './changeBook.ts';
import { joinedTags } from './tags.ts';

type BookRow = Selectable<BooksTable>;

/** Tables whose rows move to the other book as they are. */
const moved = [
  'notes',
  'highlights',
  'looked_up_words',
  'reading_sessions',
  'readings',
  'position_history',
  'device_highlights',
] as const;

/** Tables with one row per book and key: where both books have one, that of the remaining book stays. */
const unique = {
  bookmarks: ['page'],
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
  for (const table of moved)
    await db.updateTable(table).set({ book_id: remaining.id }).where('book_id', '=', other.id).execute();
  for (const [table, columns] of Object.entries(unique)) {
    const key = sql.join(columns.map((column) => sql.ref(column)));
    await sql`update ${sql.table(table)} set book_id = ${remaining.id} where book_id = ${other.id}
      and (${key}) not in (
        select ${key} from ${sql.table(table)} where book_id = ${remaining.id}
      )`.execute(db);
  }
  await db
    .updateTable('notes')
    .set({ conflict_of: remaining.id })
    .where('user_id', '=', other.user_id)
    .where('conflict_of', '=', other.id)
    .execute();
  // What was paid for the other book is not paid again.
  await sql`update points set book_id = ${remaining.id}, event = ${remaining.id}
    where user_id = ${other.user_id} and event = ${other.id} and action not in (
      select action from points where user_id = ${other.user_id} and event = ${remaining.id}
    )`.execute(db);
  await db
    .updateTable('books')
    .set({ perhaps_same_as: remaining.id, revision: sql`revision + 1` })
    .where('user_id', '=', other.user_id)
    .where('perhaps_same_as', '=', other.id)
    .execute();
  await db.deleteFrom('books').where('id', '=', other.id).execute();
  return changeBook(db, remaining.id, {
    ...fillEmpty(remaining, other),
    favorite: remaining.favorite || other.favorite,
    perhaps_same_as: null,
    updated_at: now.toISOString(),
  });
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

type Field = 'author_sort' | (typeof single)[number] | Grouped | (typeof ofStatus)[number];
type Row = Pick<Selectable<BooksTable>, Field | 'last_opened' | 'tags'>;
/** A new book from a file may have no such field. */
type Source = Omit<Pick<Row, Field | 'tags'>, 'author_sort'> & { author_sort?: string | null };

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
