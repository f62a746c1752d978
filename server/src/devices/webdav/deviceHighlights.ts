import { createHash } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Selectable } from 'kysely';
import { uuidOf } from '../../run/common/uuidOf.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import type { DeviceHighlightsTable } from '../../store/deviceTables.ts';
import { countOf } from '../../store/ownRows.ts';
import type { HighlightsTable } from '../../store/readingTables.ts';
import { findRow, listRows, putRow } from '../../store/rows.ts';
import { deviceProgressOf, type PlacedBook } from '../xpointer/bookPlaces.ts';
import { rangeOfWords } from '../xpointer/rangeOfWords.ts';
import { collapsed } from '../xpointer/words.ts';

type Highlight = Selectable<HighlightsTable>;
type Row = DeviceHighlightsTable;

/** A highlight as sent to devices. */
export interface HighlightForDevice extends Pick<Highlight, 'text' | 'note' | 'color' | 'style'> {
  starts: string;
  ends: string;
  marked_at: string;
  /** When it was changed here; null if never. */
  changed_at: string | null;
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Deterministic, so that two devices that send the same text at once create one highlight. */
export function highlightIdOf(userId: string, bookId: string, text: string): string {
  return uuidOf(`${userId}\n${bookId}\n${collapsed(text)}`);
}

/** Tolerance in milliseconds: devices send local times without a zone. */
const zones = 15 * 60 * 60 * 1_000;

/**
 * Texts of deleted highlights that devices may still have and must not bring back. Texts that were highlighted again
 * later are excluded.
 */
export async function deletedHighlights(db: Db, userId: string, bookId: string) {
  const rows = await db
    .selectFrom('device_highlights')
    .select(['words_id', 'marked_at'])
    .where('user_id', '=', userId)
    .where('book_id', '=', bookId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('highlights').select('id').whereRef('id', '=', 'device_highlights.highlight_id')),
      ),
    )
    .execute();
  const last = new Map<string, number>();
  for (const { words_id, marked_at } of rows)
    last.set(words_id, Math.max(last.get(words_id) ?? 0, Date.parse(marked_at)));
  return {
    /** @param created ISO 8601; null when unknown */
    has(text: string, created: string | null): boolean {
      const marked = last.get(highlightIdOf(userId, bookId, text));
      return marked !== undefined && (created === null || Date.parse(created) <= marked + zones);
    },
  };
}

/** Stored rows per user; beyond that, the oldest deleted highlights are removed. */
const maxStored = 60_000;

/** Call it after adding rows. */
export async function forgetOldest(db: Db, userId: string): Promise<void> {
  const count = await countOf(db.selectFrom('device_highlights').where('user_id', '=', userId));
  if (count <= maxStored) return;
  const oldest = db
    .selectFrom('device_highlights as noted')
    .select('noted.highlight_id')
    .where('noted.user_id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('highlights').select('id').whereRef('id', '=', 'noted.highlight_id'))),
    )
    .orderBy('noted.marked_at')
    .limit(count - maxStored);
  await db.deleteFrom('device_highlights').where('highlight_id', 'in', oldest).execute();
}

/** Records highlights that a device has sent. */
export async function recordImported(
  db: Db,
  rows: readonly Pick<Row, 'highlight_id' | 'user_id' | 'book_id' | 'starts' | 'taken_at' | 'marked_at'>[],
): Promise<void> {
  for (const { marked_at, taken_at, ...row } of rows) {
    const changed = { marked_at, taken_at, made_of: '' };
    const added = {
      ...row,
      ...changed,
      words_id: row.highlight_id,
      ends: null,
      is_said: row.starts === null ? 0 : 1,
    };
    await putRow(db, 'device_highlights', added, ['highlight_id'], changed);
  }
  const [first] = rows;
  if (first) await forgetOldest(db, first.user_id);
}

/**
 * The highlights of a book with their positions. New ones are located and stored.
 * @param budget how many more chapters may be read, counted down
 */
export async function highlightsForDevices(
  services: Services,
  book: PlacedBook & { user_id: string },
  budget: { chapters: number },
): Promise<HighlightForDevice[]> {
  const { db } = services;
  const ofBook = { user_id: book.user_id, book_id: book.id };
  const [marks, rows] = await Promise.all([
    listRows(db, 'highlights', { user_id: ofBook.user_id, book_id: ofBook.book_id }),
    db.selectFrom('device_highlights').selectAll().where('book_id', '=', book.id).execute(),
  ]);
  const rowByHighlight = new Map(rows.map((row) => [row.highlight_id, row]));
  const highlights: { mark: Highlight; row: Row }[] = [];
  // Grouped by chapter, so that each is read once.
  for (const mark of marks.toSorted((a, b) => chapterOf(a) - chapterOf(b))) {
    const made_of = hash(`${book.file_id}\n${mark.text}\n${mark.position}`).slice(0, 32);
    let row = rowByHighlight.get(mark.id);
    if (row?.made_of !== made_of) {
      if (budget.chapters === 0) continue;
      if (chapterOf(mark) !== chapterOf(highlights.at(-1)?.mark)) budget.chapters -= 1;
      row = await placed(services, book, mark, row, made_of);
    }
    highlights.push({ mark, row });
  }
  return highlights.flatMap(({ mark, row: { starts, ends, taken_at, marked_at } }) =>
    starts === null || ends === null
      ? []
      : [
          {
            ...mark,
            starts,
            ends,
            marked_at,
            changed_at: mark.updated_at > (taken_at ?? mark.created_at) ? mark.updated_at : null,
          },
        ],
  );
}

async function placed(
  services: Services,
  book: PlacedBook,
  mark: Highlight,
  before: Row | undefined,
  made_of: string,
): Promise<Row> {
  const position = mark.position === null ? null : JSON.parse(mark.position);
  const reported = before?.is_said === 1 ? before.starts : null;
  await yieldToOthers();
  const range = await rangeOfWords(services, book, { text: mark.text, position, reported });
  const row: Row = {
    highlight_id: mark.id,
    user_id: mark.user_id,
    book_id: mark.book_id,
    words_id: highlightIdOf(mark.user_id, mark.book_id, mark.text),
    starts: range?.starts ?? reported,
    ends: range?.ends ?? null,
    is_said: reported === null ? 0 : 1,
    made_of,
    taken_at: before?.taken_at ?? null,
    marked_at: before?.marked_at ?? mark.created_at,
  };
  const { highlight_id: _, ...changed } = row;
  await services.engine.withLock(mark.user_id, async (db) => {
    // The book may have been deleted meanwhile.
    const stored = await findRow(db, 'books', { id: mark.book_id }, ['id']);
    if (stored === undefined) return;
    await putRow(db, 'device_highlights', row, ['highlight_id'], changed);
  });
  return row;
}

/** The spine index of a highlight's chapter; -1 when unknown. */
function chapterOf(mark: Highlight | undefined): number {
  return mark?.position ? (JSON.parse(mark.position).spine_index ?? -1) : -1;
}

/** A bookmark as sent to devices. */
export interface BookmarkForDevice {
  /** An XPointer; for a PDF the page. */
  place: string | number;
  /** Title of its chapter. */
  label: string | null;
  marked_at: string;
}

/**
 * The bookmarks of a book with their positions, newest first.
 * @param budget how many more may be located, counted down; pages of a PDF need no lookup
 */
export async function bookmarksForDevices(
  services: Services,
  book: PlacedBook & { user_id: string },
  budget: { bookmarks: number },
): Promise<BookmarkForDevice[]> {
  const rows = await services.db
    .selectFrom('bookmarks')
    .selectAll()
    .where('user_id', '=', book.user_id)
    .where('book_id', '=', book.id)
    .orderBy('updated_at', 'desc')
    .execute();
  const bookmarks: BookmarkForDevice[] = [];
  for (const { page, position, label, updated_at } of rows) {
    if (book.format === 'epub' && budget.bookmarks-- <= 0) break;
    const at = { current_page: page, position: position === null ? null : (JSON.parse(position) as Locator) };
    const place = await deviceProgressOf(services, book, at);
    if (place !== null)
      bookmarks.push({ place: book.format === 'pdf' ? Number(place) : place, label, marked_at: updated_at });
  }
  return bookmarks;
}
