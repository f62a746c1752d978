import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { clampTimestamp } from '../../http/routing/deviceClock.ts';
import { ownBook } from '../../library/books/ownBook.ts';
import { AppError } from '../../run/common/errors.ts';
import { bytesOf, requireRoom } from '../../store/bounds.ts';
import { changeAndNotify } from '../../store/changes/revisions.ts';
import type { Db } from '../../store/db.ts';
import { addOnce, listRows } from '../../store/rows.ts';
import {
  type Book,
  bookFinder,
  isWellPlaced,
  type MarkServices,
  type PlacedMark,
  placeMarks,
} from '../annotations/placeMarks.ts';
import { type Mark, shownColor } from '../annotations/reading/formats/mark.ts';
import { collapsed } from '../xpointer/words.ts';
import { deletedHighlights, highlightIdOf, recordImported } from './deviceHighlights.ts';

/** Characters of a note. */
const maxNoteLength = 20_000;

/**
 * Imports highlights from a KOReader export into the matching books. Highlights with the same text are skipped, so
 * that an export can be sent again. Other files change nothing.
 * @param onlyBook the only book to import into; null for all
 */
export async function importHighlights(
  services: MarkServices,
  userId: string,
  file: Buffer,
  onlyBook: string | null = null,
): Promise<void> {
  // Most files are something else: spare the helper process.
  if (!file.includes('"entries"')) return;
  const sets = await services.marks.read(userId, file).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'marks_unreadable') return [];
    throw error;
  });
  const bookOf = await bookFinder(services.db, userId, sets);
  for (const { about, marks: all } of sets) {
    // A file may name thousands of books.
    await yieldToOthers();
    const { id, isSure } = await bookOf(about);
    if (id === null || (onlyBook !== null && id !== onlyBook)) continue;
    const marks = await newHighlights(services.db, userId, id, all);
    if (marks.length === 0) continue;
    const book = await ownBook(services.db, userId, id);
    const placed = await placeMarks(services, userId, book, { about, marks });
    if (isSure || isWellPlaced(placed)) await write(services, userId, book, { marks, placed });
  }
}

const textOf = ({ quote }: Mark): string => quote?.exact ?? '';

/** The highlights without those whose text is highlighted already, or was deleted here since, or comes twice. */
async function newHighlights(
  db: Db,
  userId: string,
  bookId: string,
  marks: readonly Mark[],
): Promise<Mark[]> {
  const existing = await listRows(db, 'highlights', { user_id: userId, book_id: bookId }, ['text']);
  const knownTexts = new Set(existing.map(({ text }) => collapsed(text)));
  const deleted = await deletedHighlights(db, userId, bookId);
  return marks.filter((mark) => {
    const text = textOf(mark);
    const isNew = !knownTexts.has(collapsed(text)) && !deleted.has(text, mark.created);
    knownTexts.add(collapsed(text));
    return isNew && mark.kind === 'highlight';
  });
}

async function write(
  services: MarkServices,
  userId: string,
  book: Book,
  { marks, placed }: { marks: readonly Mark[]; placed: readonly PlacedMark[] },
): Promise<void> {
  const now = services.now();
  const rows = marks.flatMap((mark, index) => {
    const place = placed[index];
    if (!place || place.verdict === 'known') return [];
    // Devices know a highlight by the words that they have sent.
    const text = textOf(mark);
    // A page of a PDF needs no words.
    const isOnPage = book.format === 'pdf' && mark.page !== null && mark.page <= book.page_count;
    const page = place.page ?? (isOnPage ? mark.page : null);
    return {
      id: highlightIdOf(userId, book.id, text),
      user_id: userId,
      book_id: book.id,
      text,
      color: shownColor(mark.color ?? 'yellow'),
      style: mark.style,
      page,
      position: JSON.stringify({ ...place.position, ...(isOnPage ? { page } : {}) }),
      note: mark.body?.slice(0, maxNoteLength) ?? null,
      changed_by: null,
      created_at: mark.created === null ? now.toISOString() : clampTimestamp(mark.created, now),
      updated_at: now.toISOString(),
      starts: place.verdict === 'placed' ? (mark.pointer ?? null) : null,
    };
  });
  if (rows.length === 0) return;
  await changeAndNotify(services, userId, ['highlights'], async (db) => {
    const bytes = rows.reduce((sum, row) => sum + bytesOf(row.text, row.note, row.position), 0);
    await requireRoom(db, userId, 'highlights', { rows: rows.length, bytes });
    const highlights = rows.map(({ starts: _, ...row }) => row);
    await addOnce(db, 'highlights', highlights);
    await recordImported(
      db,
      rows.map(({ id, user_id, book_id, starts, created_at, updated_at }) => {
        const times = { marked_at: created_at, taken_at: updated_at };
        return { highlight_id: id, user_id, book_id, starts, ...times };
      }),
    );
  });
}
