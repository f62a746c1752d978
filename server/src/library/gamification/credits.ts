import {
  minSecondsPerPage,
  type PaidAction,
  pointsFor,
  ruleOf,
} from '@lectern/shared-contracts/domain/gamification/points.ts';
import { type RawBuilder, sql } from 'kysely';
import { chunks } from '../../run/common/chunks.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { findRow } from '../../store/rows.ts';
import { type Credit, credit, dropEntries, paidOn, type Since } from './ledger.ts';
import { daysTouched, minSessionSeconds } from './readingDays.ts';
import { type UserCalendar, userCalendarOf } from './userCalendar.ts';

/**
 * Points follow from stored data only: every book, note, highlight and session that has no ledger entry gets one. So
 * the order, number and delay of client reports do not matter, and a claim without a row earns nothing.
 */

interface Evidence {
  action: PaidAction;
  event: string;
  book_id: string | null;
  /** Whose limits apply: the day on which it was done, where that matters. */
  day: string;
}

/** @returns new points */
export async function reconcile(db: Db, calendar: UserCalendar): Promise<number> {
  const unpaid = (await unpaidEvidence(db, calendar.userId)).map(({ at, ...evidence }) => ({
    ...evidence,
    day: at === null ? calendar.today : dayOf(calendar, at),
  }));
  let paid = 0;
  for (const action of evidenceActions) {
    const evidence = unpaid.filter((each) => each.action === action);
    if (evidence.length > 0)
      paid += await credit(db, calendar.userId, await priced(db, calendar, action, evidence), calendar.now);
  }
  return paid;
}

async function priced(
  db: Db,
  calendar: UserCalendar,
  action: PaidAction,
  evidence: readonly Evidence[],
): Promise<Credit[]> {
  const { points, perDay } = ruleOf(action);
  const creditsLeft = new Map<string, number>();
  const credits: Credit[] = [];
  for (const { event, book_id, day } of evidence) {
    if (perDay !== null && !creditsLeft.has(day))
      creditsLeft.set(day, perDay - (await paidOn(db, calendar.userId, action, day)).credits);
    const room = creditsLeft.get(day) ?? 1;
    if (perDay !== null) creditsLeft.set(day, room - 1);
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

const evidenceActions = [
  'book_uploaded',
  'book_completed',
  'favorite',
  'note_created',
  'write_review',
  'highlight_created',
] as const satisfies PaidAction[];

type EvidenceAction = (typeof evidenceActions)[number];

/** All events that the ledger does not have yet, in one statement: most of the time there are none. */
function unpaidEvidence(db: Db, userId: string): Promise<(Omit<Evidence, 'day'> & { at: string | null })[]> {
  const columns = (
    action: EvidenceAction,
    { event, book, at }: { event: string; book: string; at?: string },
  ) =>
    [
      sql<PaidAction>`${sql.lit(action)}`.as('action'),
      sql<string>`${sql.ref(event)}`.as('event'),
      sql<string | null>`${sql.ref(book)}`.as('book_id'),
      sql<string | null>`${at === undefined ? sql.lit(null) : sql.ref(at)}`.as('at'),
    ] as const;
  const books = (action: EvidenceAction, event: string) =>
    db
      .selectFrom('books')
      .select(columns(action, { event, book: 'books.id' }))
      .where('user_id', '=', userId)
      .where(isUnpaid(userId, action, event));
  const notes = (action: EvidenceAction, event: string, at?: string) =>
    db
      .selectFrom('notes')
      .select(columns(action, { event, book: 'notes.book_id', ...(at ? { at } : {}) }))
      .where('user_id', '=', userId)
      .where(isUnpaid(userId, action, event));
  const highlights = db
    .selectFrom('highlights')
    .select(
      columns('highlight_created', {
        event: 'highlights.id',
        book: 'highlights.book_id',
        at: 'highlights.created_at',
      }),
    )
    .where('user_id', '=', userId)
    .where(isUnpaid(userId, 'highlight_created', 'highlights.id'));
  return (
    // By its bytes, so that a book deleted and uploaded again is not paid again.
    books('book_uploaded', 'books.sha256')
      .where('sha256', 'is not', null)
      // A list from elsewhere says what was finished before: nothing of it was read here.
      .unionAll(books('book_completed', 'books.id').where('completed', '=', 1).where('format', '!=', 'none'))
      .unionAll(books('favorite', 'books.id').where('favorite', '=', 1))
      .unionAll(notes('note_created', 'notes.id', 'notes.created_at').where((eb) => eb.not(isReview())))
      // One review a book is paid.
      .unionAll(
        notes('write_review', 'notes.book_id')
          .where(isReview())
          .where('book_id', 'is not', null)
          .groupBy('book_id'),
      )
      .unionAll(highlights)
      .execute()
  );
}

/** A note is a review by its type or by its tag. */
function isReview(): RawBuilder<boolean> {
  return sql<boolean>`(notes.type = 'review' or lower(notes.tags) like '%"review"%')`;
}

/** Whether the ledger lacks the event that this column names. */
function isUnpaid(userId: string, action: PaidAction, column: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from points where points.user_id = ${userId} and points.action = ${action} and points.event = ${sql.ref(column)}
  )`;
}

const sessionActions = ['reading_session_started', 'reading_session_completed'] as const;

/**
 * Credits new sessions, and corrected ones anew. Sessions carry a `settled` flag, so this is cheap when there are none.
 * @returns new points, and the days that changed
 */
export async function recomputeSessions(
  db: Db,
  calendar: UserCalendar,
): Promise<{ paid: number; days: Set<string> }> {
  const { userId, since, today, now } = calendar;
  const fresh = await db
    .selectFrom('reading_sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('settled', '=', 0)
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  // Reads settle too, several at once.
  if (fresh.length > 0 && !db.isTransaction)
    return db.transaction().execute((transaction) => recomputeSessions(transaction, calendar));
  const ids = fresh.map(({ id }) => id);
  const written: Since = new Map();
  let paid = -(await dropEntries(db, userId, sessionActions, ids, written));
  const here = fresh.filter(({ started_at }) => started_at >= since.toISOString());
  for (const action of sessionActions) {
    const isEnd = action === 'reading_session_completed';
    const evidence = here
      .filter(({ ended_at, seconds }) => !isEnd || (ended_at !== null && seconds >= minSessionSeconds))
      .map(({ id, book_id, local_start, local_end }): Evidence => {
        const day = (isEnd ? local_end : null) ?? local_start ?? today;
        return { action, event: id, book_id, day: day.slice(0, 10) };
      });
    paid += await credit(db, userId, await priced(db, calendar, action, evidence), now, written);
  }
  for (const some of chunks(ids, 200))
    await db.updateTable('reading_sessions').set({ settled: 1 }).where('id', 'in', some).execute();
  return { paid, days: new Set(fresh.flatMap(daysTouched)) };
}

/** Takes back the credits of a session that is being deleted. */
export const revokeSession = (db: Db, userId: string, id: string): Promise<number> =>
  dropEntries(db, userId, sessionActions, [id]);

/**
 * Pays for pages when stored progress increases. Jumping ahead is not reading: payment is limited by the time since
 * the last one, by the pages of the book and by the daily limit. One ledger row per book and day. Call it in the
 * transaction that stores the progress.
 */
export async function creditPages(
  db: Db,
  services: Pick<Services, 'now'>,
  read: { userId: string; bookId: string; from: number; to: number },
): Promise<number> {
  const { userId, bookId } = read;
  const turned = Math.floor(read.to) - Math.max(0, Math.floor(read.from));
  if (!(turned > 0)) return 0;
  const book = await findRow(db, 'books', { id: bookId, user_id: userId }, ['page_count', 'created_at']);
  if (!book) return 0;
  const calendar = await userCalendarOf(db, userId, services.now());
  const paid = await db
    .selectFrom('points')
    .select((eb) => [
      eb.fn.max('created_at').as('last'),
      eb.fn
        .sum<number>(eb.case().when('book_id', '=', bookId).then(eb.ref('points')).else(0).end())
        .as('ofBook'),
    ])
    .where('user_id', '=', userId)
    .where('action', '=', 'page_read')
    .executeTakeFirst();
  const idle = (calendar.now.getTime() - Date.parse(paid?.last ?? book.created_at)) / 1_000;
  const possible = Math.max(1, Math.floor(idle / minSecondsPerPage));
  const leftInBook = Math.max(0, book.page_count - Number(paid?.ofBook ?? 0));
  const today = await paidOn(db, userId, 'page_read', calendar.today);
  const points = pointsFor('page_read', Math.min(turned, possible, leftInBook), today.points);
  if (points === 0) return 0;

  const event = `${bookId}:${calendar.today}`;
  const raised = await db
    .updateTable('points')
    .set((eb) => ({ points: eb('points', '+', points), created_at: calendar.now.toISOString() }))
    .where('user_id', '=', userId)
    .where('action', '=', 'page_read')
    .where('event', '=', event)
    .executeTakeFirst();
  if (raised.numUpdatedRows > 0n) return points;
  return credit(
    db,
    userId,
    [{ action: 'page_read', event, points, bookId, day: calendar.today }],
    calendar.now,
  );
}
