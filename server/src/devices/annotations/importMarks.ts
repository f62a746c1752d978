import { randomUUID } from 'node:crypto';
import type { MarksImport } from '@lectern/shared-contracts/api/marks.ts';
import { type Insertable, sql } from 'kysely';
import { clampTimestamp } from '../../http/routing/deviceClock.ts';
import { plainNote } from '../../library/conflicts/keepReplaced.ts';
import { chunks } from '../../run/common/chunks.ts';
import { AppError } from '../../run/common/errors.ts';
import { bytesOf, requireRoom } from '../../store/bounds.ts';
import type { Db } from '../../store/db.ts';
import { addRows, putRow } from '../../store/rows.ts';
import type { BookmarksTable, HighlightsTable, NotesTable } from '../../store/schema.ts';
import { knownIds, type PlacedMark, type PlacedSet } from './placeMarks.ts';
import { type Mark, shownColor } from './reading/formats/mark.ts';

const markTables = ['highlights', 'notes', 'bookmarks'] as const;

interface Rows {
  highlights: Insertable<HighlightsTable>[];
  notes: (Insertable<NotesTable> & { id: string })[];
  bookmarks: Insertable<BookmarksTable>[];
}

/** Rows per statement, within the limits of both engines. */
const rowsAtOnce = 100;

/**
 * Writes the marks that are not here yet, in the transaction of `db`, and remembers them as one import.
 * @returns null when there is nothing to write
 * @throws AppError limit_reached
 */
export async function writeMarks(
  db: Db,
  userId: string,
  { name, sets }: { name: string; sets: readonly PlacedSet[] },
  now: Date,
): Promise<MarksImport | null> {
  const rows: Rows = { highlights: [], notes: [], bookmarks: [] };
  const sources = new Map<string, Mark>();
  for (const { book, marks } of sets) {
    if (book === null) continue;
    // Another request may have written some meanwhile.
    const here = await knownIds(
      db,
      userId,
      marks.map(({ mark }) => mark),
    );
    const fresh = marks.filter(({ mark, verdict }) => verdict !== 'known' && !here.has(mark.id));
    const takenPages = fresh.some(({ mark }) => mark.kind === 'bookmark')
      ? await bookmarkedPages(db, userId, book.id)
      : new Set<number>();
    for (const placed of fresh) {
      if (addRow(rows, { userId, bookId: book.id, placed, takenPages, now }))
        sources.set(placed.id, placed.mark);
    }
  }
  const size = rows.highlights.length + rows.notes.length + rows.bookmarks.length;
  if (size === 0) return null;
  await requireRoomFor(db, userId, rows);
  await removeForgotten(db, userId);
  const done = { id: randomUUID(), name, marks: size, created_at: now.toISOString() };
  await addRows(db, 'mark_imports', { ...done, user_id: userId });
  for (const table of markTables) {
    for (const some of chunks<Rows[typeof table][number]>(rows[table], rowsAtOnce)) {
      await addRows(db, table as 'notes', some as Rows['notes']);
      const remembered = some.map(({ id, updated_at }) => ({
        mark_id: id,
        user_id: userId,
        import_id: done.id,
        source_id: sources.get(id)?.id ?? '',
        color: table === 'highlights' ? hiddenColor(sources.get(id)) : null,
        updated_at,
      }));
      await putRow(db, 'imported_marks', remembered, ['mark_id'], {
        import_id: done.id,
        updated_at: sql`excluded.updated_at`,
      });
    }
  }
  return done;
}

/** The color of a highlight that is shown in another one. */
const hiddenColor = (mark: Mark | undefined): string | null =>
  mark?.color && shownColor(mark.color) !== mark.color ? mark.color : null;

interface NewMark {
  userId: string;
  bookId: string;
  placed: PlacedMark;
  takenPages: Set<number>;
  now: Date;
}

/** @returns false for a bookmark on a page that has one */
function addRow(rows: Rows, { userId, bookId, placed, takenPages, now }: NewMark): boolean {
  const { id, mark, verdict, page } = placed;
  const { title, type, body, color, tags, kind } = mark;
  const created_at = mark.created === null ? now.toISOString() : clampTimestamp(mark.created, now);
  const updated_at = mark.modified === null ? created_at : clampTimestamp(mark.modified, now);
  const position = placed.position && JSON.stringify(placed.position);
  const own = { id, user_id: userId, book_id: bookId, page, position };
  const isFound = verdict !== 'not_found';
  if (kind === 'bookmark' && isFound && page !== null && (body?.length ?? 0) <= 300) {
    const isTaken = takenPages.has(page);
    takenPages.add(page);
    if (!isTaken) rows.bookmarks.push({ ...own, page, label: body, updated_at });
    if (!isTaken || !body) return !isTaken;
  }
  if (kind === 'highlight' && isFound && mark.quote !== null && (body?.length ?? 0) <= 20_000) {
    const text = mark.quote.exact;
    const look = { text, color: shownColor(color ?? 'yellow'), style: mark.style };
    rows.highlights.push({ ...own, ...look, note: body, changed_by: null, created_at, updated_at });
    return true;
  }
  // Where it was cannot be shown without words.
  const content = body ?? (mark.quote === null ? (mark.source ?? '') : '');
  const said = { title, type, content, color, tags: JSON.stringify(tags), unread: 0 };
  rows.notes.push({ ...plainNote(userId, now), ...own, ...said, created_at, updated_at });
  return true;
}

async function bookmarkedPages(db: Db, userId: string, bookId: string): Promise<Set<number>> {
  const here = db.selectFrom('bookmarks').select('page').where('user_id', '=', userId);
  return new Set((await here.where('book_id', '=', bookId).execute()).map(({ page }) => page));
}

async function requireRoomFor(db: Db, userId: string, { highlights, notes, bookmarks }: Rows): Promise<void> {
  const sizes = {
    highlights: highlights.map((row) => bytesOf(row.text, row.note, row.position)),
    notes: notes.map((row) => bytesOf(row.title, row.content, row.position, row.tags)),
    bookmarks: bookmarks.map((row) => bytesOf(row.label, row.position)),
  };
  for (const table of markTables) {
    const bytes = sizes[table].reduce((sum, size) => sum + size, 0);
    await requireRoom(db, userId, table, { rows: sizes[table].length, bytes });
  }
}

/** Forgets marks that were deleted since, and imports of which nothing is left. */
async function removeForgotten(db: Db, userId: string): Promise<void> {
  await sql`delete from imported_marks where user_id = ${userId}
    and not exists (select 1 from highlights where highlights.id = mark_id)
    and not exists (select 1 from notes where notes.id = mark_id)
    and not exists (select 1 from bookmarks where bookmarks.id = mark_id)`.execute(db);
  await sql`delete from mark_imports where user_id = ${userId}
    and not exists (select 1 from imported_marks where import_id = mark_imports.id)`.execute(db);
}

/**
 * Deletes what an import has added, but not what was changed since.
 * @throws AppError not_found, also for another user's import
 */
export async function undoImport(
  db: Db,
  userId: string,
  id: string,
): Promise<{ removed: number; kept: number }> {
  const own = db.selectFrom('mark_imports').select('id').where('id', '=', id);
  if (!(await own.where('user_id', '=', userId).executeTakeFirst())) throw new AppError('not_found');
  const result = { removed: 0, kept: 0 };
  for (const table of markTables) {
    const isOfImport = sql<boolean>`id in (select mark_id from imported_marks where import_id = ${id})`;
    const { numDeletedRows } = await db
      .deleteFrom(table as 'notes')
      .where('user_id', '=', userId)
      .where(sql<boolean>`(id, updated_at) in (
        select mark_id, updated_at from imported_marks where import_id = ${id})`)
      .executeTakeFirstOrThrow();
    const rest = db
      .selectFrom(table as 'notes')
      .select(({ fn }) => fn.countAll().as('rows'))
      .where('user_id', '=', userId);
    result.removed += Number(numDeletedRows);
    result.kept += Number((await rest.where(isOfImport).executeTakeFirstOrThrow()).rows);
  }
  await db.deleteFrom('mark_imports').where('id', '=', id).execute();
  return result;
}
