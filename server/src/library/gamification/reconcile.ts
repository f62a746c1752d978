/**
 * Points follow from stored data only: every book, note and highlight that has no ledger entry gets one (for sessions
 * see sessionCredits.ts). So the order, number and delay of client reports do not matter, and a claim without a row
 * earns nothing.
 */
import { type PaidAction, ruleOf } from '@lectern/shared-contracts/domain/gamification/points.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../store/db.ts';
import { type Credit, credit, paidOn } from './ledger.ts';
import type { UserCalendar } from './userCalendar.ts';

interface Evidence {
  action: PaidAction;
  event: string;
  book_id: string | null;
  /** When it happened, where that matters: the limits of a day are those of the day on which it was done. */
  at: string | null;
}

/** @returns new points */
export async function reconcile(db: Db, calendar: UserCalendar): Promise<number> {
  const unpaid = await unpaidEvidence(db, calendar.userId);
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
  for (const { event, book_id, at } of evidence) {
    const day = at === null ? calendar.today : dayOf(calendar, at);
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
function unpaidEvidence(db: Db, userId: string): Promise<Evidence[]> {
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
