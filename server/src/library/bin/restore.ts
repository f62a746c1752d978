import { randomUUID } from 'node:crypto';
import type { BinKind } from '@lectern/shared-contracts/api/bin.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { sql } from 'kysely';
import { chunks } from '../../run/common/chunks.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { blobKeys } from '../../store/blobs/blobs.ts';
import { type BoundedTable, bounded, bytesOf, requireRoom } from '../../store/bounds.ts';
import type { Db } from '../../store/db.ts';
import { type Part, thingOf, things } from '../../store/history/things.ts';
import { columnsOf } from '../../store/history/triggers.ts';
import { addRows, changeRows, findRow, listRows } from '../../store/rows.ts';
import type { Tables } from '../../store/schema.ts';
import { type FurtherFile, requireRoomForFiles } from '../books/bookFiles.ts';
import { keepAsNote } from '../conflicts/keepReplaced.ts';
import { daysTouched } from '../gamification/readingDays.ts';
import { recompute } from '../gamification/recompute.ts';
import { userCalendarOf } from '../gamification/userCalendar.ts';
import { deletedBy, type HistoryRow, needBook } from './binEntries.ts';
import { connectFile, prefixesOf, takeBackFiles } from './restoreFile.ts';

type Row = Record<string, string | number | null>;

export interface Restored {
  kind: BinKind;
  thing_id: string;
  book_id: string | null;
  restored: number;
  became_note?: boolean;
}

const rowsAtOnce = 100;

/**
 * Restores something from the bin, with all that was deleted with it.
 * @param thingId the thing that the entry must have
 * @param withBook restores its book first, when that is in the bin
 * @throws AppError not_found, book_in_bin, file_of_another_book or limit_reached
 */
export async function restoreFromBin(
  services: Pick<Services, 'engine' | 'now'>,
  db: Db,
  userId: string,
  { id, thingId, withBook = false }: { id: number; thingId?: string | undefined; withBook?: boolean },
): Promise<Restored> {
  const entry = await deletedBy(db, userId).selectAll().where('id', '=', id).executeTakeFirst();
  if (entry === undefined || (thingId !== undefined && entry.thing_id !== thingId))
    return restoredBefore(db, userId, thingId ?? '');
  const columns = await columnsOf({ db });
  const restorer = { db, services, userId, columns };
  const kind = entry.thing as BinKind;
  let restored = 0;
  if (needBook.includes(kind) && entry.book_id !== null && !(await isThere(db, 'books', entry.book_id))) {
    const book = await deletedBy(db, userId)
      .selectAll()
      .where('thing', '=', 'book')
      .where('thing_id', '=', entry.book_id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (book === undefined) return restoreWithoutBook(restorer, entry);
    if (!withBook) throw new AppError('book_in_bin');
    restored += await restoreEntry(restorer, book);
  }
  restored += await restoreEntry(restorer, entry);
  const bookId = kind === 'book' ? entry.thing_id : entry.book_id;
  return { kind, thing_id: entry.thing_id, book_id: bookId, restored };
}

/**
 * Another device may have restored it.
 * @throws AppError not_found
 */
async function restoredBefore(db: Db, userId: string, thing_id: string): Promise<Restored> {
  for (const { kind, table, book } of things) {
    const row = await findRow(db, table as 'notes', { id: thing_id, user_id: userId });
    if (row) return { kind, thing_id, book_id: (book && row[book as 'book_id']) ?? null, restored: 0 };
  }
  throw new AppError('not_found');
}

interface Restorer {
  db: Db;
  services: Pick<Services, 'engine' | 'now'>;
  userId: string;
  columns: Awaited<ReturnType<typeof columnsOf>>;
}

/** @returns how many things that readers see are back */
async function restoreEntry(restorer: Restorer, entry: HistoryRow): Promise<number> {
  const { db, services, userId } = restorer;
  const { kind, table, parts } = thingOf(entry.thing);
  const row = JSON.parse(entry.row) as Row;
  if (kind === 'book') {
    const further = await listRows(db, 'row_history', { with_id: entry.id, thing: 'book_files' }, ['row']);
    const files = [row, ...further.flatMap((part) => JSON.parse(part.row) as Row[])];
    const sha256 = files.flatMap((one) => (one.sha256 ? [String(one.sha256)] : []));
    await takeBackFiles(db, { userId, sha256, prefixes: [blobKeys.book(entry.thing_id)] });
  }
  const file = kind === 'file' ? (row as unknown as FurtherFile) : null;
  if (file !== null) {
    await takeBackFiles(db, { userId, sha256: [file.sha256], prefixes: prefixesOf(file) });
    await requireRoomForFiles(db, { id: file.book_id, user_id: userId });
  }
  // Another book than at its deletion when the two were joined.
  if (row.book_id) row.book_id = entry.book_id;
  if (kind === 'bookmark') row.page = await freePage(db, row);
  if (kind === 'session') row.settled = 0;
  if (row.position) row.position = await withoutLostFile(db, String(row.position));
  // Questions were asked in it meanwhile: it comes back beside those.
  if (kind === 'conversation' && (await isThere(db, table, entry.thing_id))) entry.thing_id = randomUUID();
  const inserted = await insertRows(restorer, table, [{ ...row, id: entry.thing_id }]);
  let restored = inserted;
  for (const part of parts) restored += await restorePart(restorer, entry, part);
  if (inserted === 0) {
    // It was made again meanwhile: its texts that were deleted stay as a version of it.
    await db.updateTable('row_history').set({ event: 'replaced' }).where('id', '=', entry.id).execute();
    return restored;
  }
  await db.deleteFrom('row_history').where('id', '=', entry.id).execute();
  if (file !== null) await connectFile(db, file, services.now());
  if (kind === 'session') {
    const calendar = await userCalendarOf(db, userId, services.now());
    await recompute(db, calendar, new Set(daysTouched(row as never)));
  }
  return restored;
}

/** Restores the rows of a table that were deleted with a thing. */
async function restorePart(
  restorer: Restorer,
  { id, thing_id }: HistoryRow,
  { table, key, only, needs }: Part,
): Promise<number> {
  const { db, userId } = restorer;
  const parts = await db
    .selectFrom('row_history')
    .select('id')
    .where('with_id', '=', id)
    .where('thing', '=', table)
    .orderBy('id')
    .execute();
  let restored = 0;
  for (const part of parts) {
    // One at a time, since they may be large.
    const { row } = await db
      .selectFrom('row_history')
      .select('row')
      .where('id', '=', part.id)
      .executeTakeFirstOrThrow();
    let rows = JSON.parse(row) as Row[];
    if (only !== undefined) {
      const ids = rows.map((one) => String(one.id));
      const words = db.updateTable('looked_up_words').set({ book_id: thing_id }).where('id', 'in', ids);
      await words.where('user_id', '=', userId).where('book_id', 'is', null).execute();
      await connectWordsInBin(restorer, ids, thing_id);
      continue;
    }
    if (needs !== undefined) {
      const [column, other] = needs;
      const present = await idsThere(
        db,
        other,
        rows.map((one) => String(one[column])),
      );
      const [back, absent] = [true, false].map((isPresent) =>
        rows.filter((one) => present.has(String(one[column])) === isPresent),
      ) as [Row[], Row[]];
      await moveToOtherEntries(restorer, { table, column, other }, absent);
      rows = back;
    }
    const inserted = await insertRows(
      restorer,
      table,
      rows.map((one) => ({ ...one, [key]: thing_id })),
    );
    if (Object.hasOwn(bounded, table)) restored += inserted;
  }
  return restored;
}

/** Rows that belong to other things too, which are in the bin, are restored with those. */
async function moveToOtherEntries(
  { db, userId }: Restorer,
  { table, column, other }: { table: keyof Tables; column: string; other: keyof Tables },
  rows: readonly Row[],
): Promise<void> {
  const kind = things.find((thing) => thing.table === other)?.kind ?? '';
  for (const some of chunks(rows, rowsAtOnce)) {
    const ids = some.map((row) => String(row[column]));
    const entries = await deletedBy(db, userId)
      .select(['id', 'thing_id', 'at'])
      .where('thing', '=', kind)
      .where('thing_id', 'in', ids)
      .orderBy('id', 'desc')
      .execute();
    const parts = some.flatMap((row) => {
      const entry = entries.find(({ thing_id }) => thing_id === row[column]);
      return entry
        ? [{ row: JSON.stringify([row]), thing_id: entry.thing_id, with_id: entry.id, at: entry.at }]
        : [];
    });
    const values = parts.map((part) => ({
      ...part,
      user_id: userId,
      thing: table,
      event: 'deleted' as const,
    }));
    await addRows(db, 'row_history', values);
  }
}

/** Words that were deleted after their book are words of it again. */
async function connectWordsInBin(
  { db, userId }: Restorer,
  ids: readonly string[],
  book_id: string,
): Promise<void> {
  const entries = await deletedBy(db, userId)
    .select(['id', 'row'])
    .where('thing', '=', 'word')
    .where('thing_id', 'in', ids)
    .where('book_id', 'is', null)
    .execute();
  for (const { id, row } of entries)
    await changeRows(
      db,
      'row_history',
      { id },
      { book_id, row: JSON.stringify({ ...JSON.parse(row), book_id }) },
    );
}

/**
 * Inserts rows that are not there, with the columns that the table has today.
 * @throws AppError limit_reached
 */
async function insertRows(
  { db, services, userId, columns }: Restorer,
  table: keyof Tables,
  rows: readonly Row[],
): Promise<number> {
  const known = columns.get(table) ?? [];
  const indexed = table === 'passages' ? { indexed: services.engine.indexesPassagesLater ? 0 : 1 } : {};
  const values = rows.map((row) => ({
    ...Object.fromEntries(known.filter((name) => name in row).map((name) => [name, row[name]])),
    ...indexed,
  }));
  if (Object.hasOwn(bounded, table)) {
    const bytes = bytesOf(JSON.stringify(values));
    await requireRoom(db, userId, table as BoundedTable, { rows: rows.length, bytes });
  }
  let inserted = 0;
  for (const some of chunks(values, rowsAtOnce)) {
    const insert = db.insertInto(table as 'notes').values(some as never);
    const { numInsertedOrUpdatedRows } = await insert
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    inserted += Number(numInsertedOrUpdatedRows);
  }
  return inserted;
}

/** A place whose words were in a file that its book no longer has. */
async function withoutLostFile(db: Db, position: string): Promise<string> {
  const { file_id, ...words } = JSON.parse(position) as Locator;
  const isLost = file_id !== undefined && !(await isThere(db, 'book_files', file_id));
  return isLost ? JSON.stringify(words) : position;
}

/** There is one bookmark a page: one that was set there meanwhile stays, and this one moves to the next free page. */
async function freePage(db: Db, { user_id, book_id, page }: Row): Promise<number> {
  const taken = await db
    .selectFrom('bookmarks')
    .select('page')
    .where('user_id', '=', String(user_id))
    .where('book_id', '=', String(book_id))
    .where('page', '>=', Number(page))
    .execute();
  const pages = new Set(taken.map((one) => one.page));
  let free = Number(page);
  while (pages.has(free)) free++;
  return free;
}

/** The book is gone for good: its words are kept as a note of no book, and a looked-up word has no book any more. */
async function restoreWithoutBook(restorer: Restorer, entry: HistoryRow): Promise<Restored> {
  const { db, userId, services } = restorer;
  const kind = entry.thing as BinKind;
  // It goes with its book, so this is a race.
  if (kind === 'file') throw new AppError('not_found');
  const row = JSON.parse(entry.row) as Row;
  const answer = { kind, thing_id: entry.thing_id, book_id: null };
  if (kind === 'note' || kind === 'word') {
    const placeless = kind === 'note' ? { position: null, page: null } : { position: null };
    const changed = JSON.stringify({ ...row, book_id: null, ...placeless });
    return { ...answer, restored: await restoreEntry(restorer, { ...entry, book_id: null, row: changed }) };
  }
  const { text: marked, note, color = null, created_at = row.updated_at, label, page } = row;
  const quotation = String(marked ?? '').replaceAll(/^/gm, '> ');
  const days = [row.started_at, row.finished_at].flatMap((at) => (at ? String(at).slice(0, 10) : []));
  const content =
    kind === 'highlight'
      ? [quotation, note].filter(Boolean).join('\n\n')
      : kind === 'reading'
        ? days.join(' – ')
        : String(label || `${page}`);
  const made = { color: color as string | null, created_at: String(created_at) };
  const id = await keepAsNote(db, userId, { content, ...made }, services.now());
  await db.deleteFrom('row_history').where('id', '=', entry.id).execute();
  return { ...answer, thing_id: id, restored: 1, became_note: true };
}

const isThere = async (db: Db, table: keyof Tables, id: string) => (await idsThere(db, table, [id])).has(id);

async function idsThere(db: Db, table: keyof Tables, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where id in (${ids.length === 0 ? sql`null` : sql.join(ids)})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
