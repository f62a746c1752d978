import type { BinEntry, BinKind, HistoryKind, Version } from '@lectern/shared-contracts/api/bin.ts';
import { type Selectable, sql } from 'kysely';
import type { SignedInUser } from '../../http/routing/route.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { keptDays, thingOf } from '../../store/history/things.ts';
import { type Page, type PageQuery, readPage } from '../../store/paging/pages.ts';
import { listRows } from '../../store/rows.ts';
import type { RowHistoryTable } from '../../store/schema.ts';
import { asBookmark } from '../routes/annotations/bookmarks.ts';
import { asHighlight } from '../routes/annotations/highlights.ts';
import { asNote } from '../routes/annotations/notes.ts';
import { asWord } from '../routes/annotations/words.ts';
import { asCollection } from '../routes/books/collections.ts';
import { asPartRow, wordsOfRow } from '../routes/parts/parts.ts';

export type HistoryRow = Selectable<RowHistoryTable>;
type Columns = Record<string, string | number | null>;

/** Kinds that are attached to their book, and are restored with it. */
export const needBook: readonly string[] = [
  'note',
  'highlight',
  'bookmark',
  'word',
  'reading',
  'file',
] satisfies BinKind[];

/** Larger things are not part of the entry: the bin shows their beginning. */
const maxThingBytes = 4_000;
const maxLength = 500;

const latestFirst = {
  order: [{ by: 'id', type: 'number' }],
  direction: 'desc',
  bytes: sql<number>`bytes`,
} as const;

/** What a user has deleted; not what was deleted with it. */
export const deletedBy = (db: Db, userId: string) =>
  db
    .selectFrom('row_history')
    .where('user_id', '=', userId)
    .where('event', '=', sql.lit('deleted'))
    .where('with_id', 'is', null);

/** The bin, newest first. */
export function binOf(
  { db, engine }: Pick<Services, 'db' | 'engine'>,
  user: SignedInUser,
  { kind, q = '', ...query }: PageQuery & { kind?: BinKind; q?: string },
): Promise<Page> {
  let from = deletedBy(db, user.id);
  if (kind !== undefined) from = from.where('thing', '=', kind);
  if (q.trim() !== '') from = from.where(hasWords(engine, q.trim()));
  return readPage(query, { from, ...latestFirst }, (rows) => entriesOf(db, user, rows));
}

/** Fields that are searched. */
const searched = sql.join(
  'title author series book_title name description content text note notes tags label word headword sentence meaning part'.split(
    ' ',
  ),
);

/** Whether a text of an entry, or of what was deleted with it, contains this. */
function hasWords({ schema: { history } }: Services['engine'], q: string) {
  const pattern = q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
  const found = sql`field.key in (${searched}) and lectern_lower(field.value) like ${`%${pattern}%`} escape '\\'`;
  // Reading the fields of all rows is slow, so rows that cannot have the words are left out first.
  const rough = `%${q.replaceAll(/[^A-Za-z0-9 ]+/g, '%')}%`;
  const mayHave = (row: string) => sql`${sql.ref(row)} ${sql.raw(history.like)} ${rough}`;
  return sql<boolean>`((${mayHave('row_history.row')} and exists (select 1 from ${sql.raw(history.fields)} where ${found})) or exists (
    select 1 from row_history as part, ${sql.raw(history.fieldsOfPart)}
    where part.with_id = row_history.id and part.thing in ('notes', 'highlights', 'bookmarks', 'messages')
    and ${mayHave('part.row')} and ${found}
  ))`;
}

async function entriesOf(db: Db, user: SignedInUser, rows: readonly HistoryRow[]): Promise<BinEntry[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await db
    .selectFrom('row_history')
    .select(({ fn }) => ['with_id', 'thing', fn.sum<number>('things').as('things')])
    .where('with_id', 'in', ids)
    .where('thing', 'in', ['notes', 'highlights', 'bookmarks', 'messages'])
    .groupBy(['with_id', 'thing'])
    .execute();
  const books = await booksOf(
    db,
    user.id,
    rows.flatMap(({ book_id }) => book_id ?? []),
  );
  return rows.map((row) => {
    const kind = row.thing as BinKind;
    const columns = JSON.parse(row.row) as Columns;
    const countOf = (table: string) =>
      Number(counts.find(({ with_id, thing }) => with_id === row.id && thing === table)?.things ?? 0);
    const book = kind === 'book' ? undefined : books.get(row.book_id ?? '');
    const days = row.file_bytes === null ? keptDays.usual : keptDays.book;
    return {
      id: String(row.id),
      kind,
      thing_id: row.thing_id,
      ...wordsOf(kind, columns),
      book_id: book ? row.book_id : null,
      book_title: book?.title.slice(0, maxLength) ?? null,
      book_in_bin: book?.isInBin === true && needBook.includes(kind),
      deleted_at: row.at,
      device: row.device,
      goes_at: new Date(Date.parse(row.at) + days * 86_400_000).toISOString(),
      with: {
        notes: countOf('notes'),
        highlights: countOf('highlights'),
        bookmarks: countOf('bookmarks'),
        messages: countOf('messages'),
      },
      ...(row.bytes > maxThingBytes ? {} : thingIn(kind, columns, user)),
    };
  });
}

/** Books in the library or in the bin, by id. */
async function booksOf(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, { title: string; isInBin: boolean }>> {
  const inLibrary = await listRows(db, 'books', { user_id: userId, id: ids }, ['id', 'title']);
  const inBin = await deletedBy(db, userId)
    .select(['thing_id', 'row'])
    .where('thing', '=', 'book')
    .where('thing_id', 'in', ids)
    .execute();
  return new Map<string, { title: string; isInBin: boolean }>([
    ...inBin.map(({ thing_id, row }) => {
      const { title } = JSON.parse(row) as { title: string };
      return [thing_id, { title, isInBin: true }] as const;
    }),
    ...inLibrary.map(({ id, title }) => [id, { title, isInBin: false }] as const),
  ]);
}

function wordsOf(kind: BinKind, columns: Columns): { title: string; excerpt: string } {
  const texts: Record<BinKind, readonly [title: string | null, ...excerpt: string[]]> = {
    book: ['title', 'author'],
    note: ['title', 'content'],
    highlight: ['text', 'note'],
    bookmark: ['label'],
    collection: ['name', 'description'],
    session: ['book_title', 'notes'],
    conversation: ['title'],
    word: ['word', 'sentence', 'meaning'],
    goal: ['title', 'description'],
    reading: [null, 'started_at', 'finished_at'],
    row: ['part'],
    file: ['file_name'],
  };
  const [title, ...excerpt] = texts[kind];
  const words =
    kind === 'row'
      ? wordsOfRow(String(columns.content))
      : excerpt.flatMap((name) => columns[name] || []).join('\n');
  return {
    title: String(columns[title ?? ''] ?? '').slice(0, maxLength),
    excerpt: words.slice(0, maxLength),
  };
}

/** The thing as its list has it. */
function thingIn(kind: BinKind, columns: Columns, user: SignedInUser): Partial<BinEntry> {
  const row = columns as never;
  if (kind === 'note') return { note: asNote(row, user) };
  if (kind === 'highlight') return { highlight: asHighlight(row) };
  if (kind === 'bookmark') return { bookmark: asBookmark(row) };
  if (kind === 'collection') return { collection: asCollection(row, []) };
  if (kind === 'word') return { word: asWord(row) };
  if (kind === 'row') {
    const { part, collection } = columns;
    return { row: { ...asPartRow(row), part: String(part), collection: String(collection) } };
  }
  return {};
}

/** Texts of a thing that were replaced, newest first. */
export function versionsOf(
  db: Db,
  userId: string,
  { kind, id }: { kind: HistoryKind; id: string },
  query: PageQuery,
): Promise<Page> {
  const from = db
    .selectFrom('row_history')
    .where('user_id', '=', userId)
    .where('thing', '=', kind)
    .where('thing_id', '=', id)
    .where('event', '=', 'replaced');
  const { texts } = thingOf(kind);
  return readPage(query, { from, ...latestFirst }, (rows) =>
    rows.map(({ id, at, device, row }): Version => {
      const columns = JSON.parse(row) as Columns;
      const value = (name: string) =>
        (name === 'tags' || name === 'rule' || kind === 'row') && columns[name]
          ? JSON.parse(String(columns[name]))
          : columns[name];
      return {
        id: String(id),
        at,
        device,
        fields: Object.fromEntries(texts.map((name) => [name, value(name)])),
      };
    }),
  );
}
