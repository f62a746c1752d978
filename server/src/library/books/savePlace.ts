import { randomUUID } from 'node:crypto';
import type { PastPlace, Progress } from '@lectern/shared-contracts/api/books.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { isJump, type PlaceRule, placeRulePreference } from '@lectern/shared-contracts/domain/books/place.ts';
import type { SignedInUser } from '../../http/routing/route.ts';
import { userRow } from '../../people/auth/users.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { addRows, findRow, putRow, removeRows } from '../../store/rows.ts';
import type { BookRow, ProgressTable } from '../../store/schema.ts';
import { type PatchedBook, patchBook } from './bookPatch.ts';
import { asBook } from './bookView.ts';
import { saveBook } from './changeBook.ts';

type Row = ProgressTable;

/** A position reported by a device. */
interface PlaceToSave extends Pick<Progress, 'current_page' | 'total_pages' | 'percentage'> {
  position: Locator | null;
  /** When omitted, the stored value is kept. */
  return_to?: Progress['return_to'];
  device: string | null;
  /** Server time: ISO 8601, UTC, milliseconds. */
  updated_at: string;
  /** `updated_at` of this device's last position, where several devices share a sign-in; null for none. */
  last?: string | null;
  /** Whether it replaces the stored position. */
  wins(stored: Row & { mine: boolean }): boolean;
}

export interface SavedPlace {
  /** The current position. */
  stands: Row;
  /** The previous position; null when there was none. */
  before: Row | null;
  won: boolean;
}

/** Stores a position, or adds it to the history when another one wins. Call it in a transaction. */
export async function savePlace(
  db: Db,
  services: Pick<Services, 'config' | 'signedUrls' | 'now'>,
  user: Pick<SignedInUser, 'id' | 'sessionId'>,
  book: BookRow,
  { position, wins, last, updated_at: reported, ...place }: PlaceToSave,
): Promise<SavedPlace> {
  const now = services.now();
  const stored = (await storedPlace(db, user.id, book.id)) ?? null;
  const progress: Row = {
    user_id: user.id,
    book_id: book.id,
    current_page: place.current_page,
    total_pages: place.total_pages,
    percentage: place.percentage,
    position: position ? JSON.stringify(position) : null,
    return_to: place.return_to ? JSON.stringify(place.return_to) : (stored?.return_to ?? null),
    device: place.device,
    changed_by: user.sessionId,
    // Keep times increasing, even when the clock was set back.
    updated_at: stored && stored.updated_at > reported ? stored.updated_at : reported,
  };
  const isMine = (row: Row) =>
    row.changed_by === user.sessionId && (last === undefined || last === row.updated_at);
  const before = stored ? { ...stored, mine: isMine(stored) } : null;
  if (stored && before && !wins(before)) {
    await recordPosition(db, progress, now);
    return { stands: stored, before: stored, won: false };
  }
  if (before && (!before.mine || isJump(before.percentage, progress.percentage)))
    await recordPosition(db, before, now);
  await putRow(db, 'progress', progress, ['user_id', 'book_id']);
  await saveBook(db, book, readTo(asBook(services, book, user), progress), now);
  return { stands: progress, before: stored, won: true };
}

/** The book's progress and status at this position. A completed book stays completed when it is opened again. */
function readTo(
  book: PatchedBook,
  { current_page, percentage, updated_at }: { current_page: number; percentage: number; updated_at: string },
): PatchedBook {
  const moved = { current_page, last_opened: updated_at, last_read: updated_at };
  if (book.completed && percentage < 100) return { ...book, ...moved };
  const begun = book.status === 'unread' && percentage > 0;
  return patchBook(
    book,
    { ...moved, progress: percentage, ...(begun ? { is_reading: true } : {}) },
    new Date(updated_at),
  );
}

export async function storedPlace(
  db: Db,
  userId: string,
  bookId: string,
): Promise<ProgressTable | undefined> {
  return findRow(db, 'progress', { user_id: userId, book_id: bookId });
}

/** The user's rule for conflicting devices, stored in the profile so that all devices follow it. */
export async function placeRuleOf(db: Db, userId: string): Promise<PlaceRule> {
  const { preferences } = await userRow(db, userId);
  return JSON.parse(preferences)[placeRulePreference] === 'furthest' ? 'furthest' : 'latest';
}

export function asProgress(row: ProgressTable, user: SignedInUser): Progress {
  return {
    current_page: row.current_page,
    total_pages: row.total_pages,
    percentage: row.percentage,
    updated_at: row.updated_at,
    position: row.position === null ? null : JSON.parse(row.position),
    ...(row.return_to === null ? {} : { return_to: JSON.parse(row.return_to) }),
    mine: row.changed_by === user.sessionId,
    ...(row.device === null ? {} : { device: row.device }),
  };
}

/** Past positions kept per book. */
const maxPositions = 20;

/** Records a past position, so that a jump can be undone. Each page is listed once, at its latest visit. */
export async function recordPosition(db: Db, place: ProgressTable, now: Date): Promise<void> {
  const { user_id, book_id, current_page, total_pages, percentage, position, device, updated_at } = place;
  const ofBook = db
    .selectFrom('position_history')
    .where('user_id', '=', user_id)
    .where('book_id', '=', book_id);
  const newest = await ofBook.select('left_at').orderBy('left_at', 'desc').limit(1).executeTakeFirst();
  const leftAt = Math.max(now.getTime(), newest ? Date.parse(newest.left_at) + 1 : 0);
  await removeRows(db, 'position_history', { user_id, book_id, current_page });
  await addRows(db, 'position_history', {
    id: randomUUID(),
    user_id,
    book_id,
    current_page,
    total_pages,
    percentage,
    position,
    device,
    updated_at,
    left_at: new Date(leftAt).toISOString(),
  });
  const old = await ofBook
    .select('id')
    .orderBy('left_at', 'desc')
    .limit(maxPositions * 2)
    .offset(maxPositions)
    .execute();
  if (old.length > 0) await removeRows(db, 'position_history', { id: old.map(({ id }) => id) });
}

/** Latest first. */
export async function pastPositions(db: Db, userId: string, bookId: string): Promise<PastPlace[]> {
  const rows = await db
    .selectFrom('position_history')
    .select(['id', 'current_page', 'total_pages', 'percentage', 'position', 'device', 'updated_at'])
    .where('user_id', '=', userId)
    .where('book_id', '=', bookId)
    .orderBy('left_at', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, position: row.position === null ? null : JSON.parse(row.position) }));
}
