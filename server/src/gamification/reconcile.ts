/**
 * Points follow from what is in the store and from nothing else: every book, note, highlight and session that the
 * ledger does not know yet is written into it. So it does not matter in which order, how often or how late a client
 * says that something happened, and a claim without a row behind it is worth nothing.
 */
import { type PaidAction, ruleOf } from '@lectern/shared-contracts/domain/points.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../services.ts';
import { type Credit, credit, paidSince } from './ledger.ts';
import type { Reader } from './reader.ts';

/** Shorter sessions were begun, not completed. */
export const leastSessionSeconds = 60;

interface Evidence {
  event: string;
  book_id: string | null;
}

/** @returns points that were new. */
export async function reconcile(db: Db, reader: Reader): Promise<number> {
  let paid = 0;
  for (const [action, find] of Object.entries(evidence) as [PaidAction, FindEvidence][]) {
    const found = await find(db, reader, action);
    if (found.length > 0)
      paid += await credit(db, reader.userId, await priced(db, reader, action, found), reader.now);
  }
  return paid;
}

async function priced(
  db: Db,
  reader: Reader,
  action: PaidAction,
  found: readonly Evidence[],
): Promise<Credit[]> {
  const { points, perDay } = ruleOf(action);
  const already =
    perDay === null ? 0 : (await paidSince(db, reader.userId, action, reader.todayBegan)).credits;
  const left = perDay === null ? found.length : Math.max(0, perDay - already);
  return found.map(({ event, book_id }, index) => ({
    action,
    event,
    bookId: book_id,
    points: index < left ? points : 0,
  }));
}

type FindEvidence = (db: Db, reader: Reader, action: PaidAction) => Promise<Evidence[]>;

const evidence: Partial<Record<PaidAction, FindEvidence>> = {
  // By its bytes, so that a book deleted and uploaded again is not paid again.
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
      // A list from elsewhere says what was finished before: nothing of it was read here.
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
      .select(['id as event', 'book_id'])
      .where('user_id', '=', userId)
      .where((eb) => eb.not(isReview()))
      .where(unpaid(userId, action, 'notes.id'))
      .execute(),
  // One a book is paid.
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
      .select(['id as event', 'book_id'])
      .where('user_id', '=', userId)
      .where(unpaid(userId, action, 'highlights.id'))
      .execute(),
  reading_session_started: (db, reader, action) => sessions(db, reader, action).execute(),
  reading_session_completed: (db, reader, action) =>
    sessions(db, reader, action)
      .where('ended_at', 'is not', null)
      .where('seconds', '>=', leastSessionSeconds)
      .execute(),
};

/** A note is a review by its type or by its tag. */
function isReview(): RawBuilder<boolean> {
  return sql<boolean>`(notes.type = 'review' or lower(notes.tags) like '%"review"%')`;
}

function sessions(db: Db, { userId, since, now }: Reader, action: PaidAction) {
  return db
    .selectFrom('reading_sessions')
    .select(['id as event', 'book_id'])
    .where('user_id', '=', userId)
    .where('started_at', '>=', since.toISOString())
    .where('started_at', '<=', now.toISOString())
    .where(unpaid(userId, action, 'reading_sessions.id'));
}

/** That the ledger does not have the event named by this column. */
function unpaid(userId: string, action: PaidAction, column: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from points where points.user_id = ${userId} and points.action = ${action} and points.event = ${sql.ref(column)}
  )`;
}
