/**
 * Points follow from stored data only: every book, note and highlight that has no ledger entry gets one (for sessions
 * see sessionCredits.ts). So the order, number and delay of client reports do not matter, and a claim without a row
 * earns nothing.
 */
import { type PaidAction, ruleOf } from '@lectern/shared-contracts/domain/gamification/points.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../store/db.ts';
import { type Credit, credit, paidOn } from './ledger.ts';
import type { UserCalendar } from './userCalendar.ts';

interface Evidence {
  event: string;
  book_id: string | null;
  /** When it happened, if relevant: daily limits apply to that day. */
  at?: string;
}

/** @returns new points */
export async function reconcile(db: Db, calendar: UserCalendar): Promise<number> {
  let paid = 0;
  for (const [action, find] of Object.entries(evidence) as [PaidAction, FindEvidence][]) {
    const found = await find(db, calendar, action);
    if (found.length > 0)
      paid += await credit(db, calendar.userId, await priced(db, calendar, action, found), calendar.now);
  }
  return paid;
}

async function priced(
  db: Db,
  calendar: UserCalendar,
  action: PaidAction,
  found: readonly Evidence[],
): Promise<Credit[]> {
  const { points, perDay } = ruleOf(action);
  const left = new Map<string, number>();
  const credits: Credit[] = [];
  for (const { event, book_id, at } of found) {
    const day = at === undefined ? calendar.today : dayOf(calendar, at);
    if (perDay !== null && !left.has(day))
      left.set(day, perDay - (await paidOn(db, calendar.userId, action, day)).credits);
    const room = left.get(day) ?? 1;
    if (perDay !== null) left.set(day, room - 1);
    credits.push({ action, event, bookId: book_id, day, points: room > 0 ? points : 0 });
  }
  return credits;
}

/** Clamps the day between registration and today, whatever a device claims. */
function dayOf({ local, since, today }: UserCalendar, at: string): string {
  const [day, first] = [local.day(at), local.day(since)];
  if (day > today) return today;
  if (day < first) return first;
  return day;
}

type FindEvidence = (db: Db, calendar: UserCalendar, action: PaidAction) => Promise<Evidence[]>;

const evidence: Partial<Record<PaidAction, FindEvidence>> = {
  // Keyed by content hash, so that deleting and uploading a book again is not paid again.
  book_uploaded: (db, { userId }, action) =>
    db
      .selectFrom('books')
      .select(['sha256 as event', 'id as book_id'])
      .where('user_id', '=', userId)
      .where('sha256', 'is not', null)
      .where(unpaid(userId, action, 'books.sha256'))
      .$narrowType<{ event: string }>()
      .execute(),
  book_completed: (db, { userId }, action) =>
    db
      .selectFrom('books')
      .select(['id as event', 'id as book_id'])
      .where('user_id', '=', userId)
      .where('completed', '=', 1)
      // Imported books were finished elsewhere.
      .where('format', '!=', 'none')
      .where(unpaid(userId, action, 'books.id'))
      .execute(),
  favorite: (db, { userId }, action) =>
    db
      .selectFrom('books')
      .select(['id as event', 'id as book_id'])
      .where('user_id', '=', userId)
      .where('favorite', '=', 1)
      .where(unpaid(userId, action, 'books.id'))
      .execute(),
  note_created: (db, { userId }, action) =>
    db
      .selectFrom('notes')
      .select(['id as event', 'book_id', 'created_at as at'])
      .where('user_id', '=', userId)
      .where((eb) => eb.not(isReview()))
      .where(unpaid(userId, action, 'notes.id'))
      .execute(),
  // One per book.
  write_review: (db, { userId }, action) =>
    db
      .selectFrom('notes')
      .select(['book_id as event', 'book_id'])
      .where('user_id', '=', userId)
      .where(isReview())
      .where('book_id', 'is not', null)
      .where(unpaid(userId, action, 'notes.book_id'))
      .groupBy('book_id')
      .$narrowType<{ event: string }>()
      .execute(),
  highlight_created: (db, { userId }, action) =>
    db
      .selectFrom('highlights')
      .select(['id as event', 'book_id', 'created_at as at'])
      .where('user_id', '=', userId)
      .where(unpaid(userId, action, 'highlights.id'))
      .execute(),
};

/** A note is a review by its type or by its tag. */
function isReview(): RawBuilder<boolean> {
  return sql<boolean>`(notes.type = 'review' or lower(notes.tags) like '%"review"%')`;
}

/** Matches rows whose event has no ledger entry. */
function unpaid(userId: string, action: PaidAction, column: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from points where points.user_id = ${userId} and points.action = ${action} and points.event = ${sql.ref(column)}
  )`;
}
