import { type PaidAction, pointsFor } from '@lectern/shared-contracts/domain/gamification/points.ts';
import type { Selectable } from 'kysely';
import type { Db } from '../../store/db.ts';
import type { ReadingSessionsTable } from '../../store/schema.ts';
import { correctEntry, credit, entriesOf, type LedgerEntry, paidOn } from './ledger.ts';
import { daysTouched, minSessionSeconds } from './readingDays.ts';
import type { UserCalendar } from './userCalendar.ts';

type Session = Selectable<ReadingSessionsTable>;

const sessionActions = ['reading_session_started', 'reading_session_completed'] as const;

/**
 * Writes new and corrected sessions to the ledger. Sessions carry a `settled` flag, so this is cheap when there are
 * none.
 * @returns new points, and the days that changed
 */
export async function recomputeSessions(
  db: Db,
  calendar: UserCalendar,
): Promise<{ paid: number; days: Set<string> }> {
  const fresh = await db
    .selectFrom('reading_sessions')
    .selectAll()
    .where('user_id', '=', calendar.userId)
    .where('settled', '=', 0)
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  // Reads settle too: use one transaction for several sessions, to sync the disk only once.
  if (fresh.length > 1 && !db.isTransaction)
    return db.transaction().execute((transaction) => recomputeSessions(transaction, calendar));
  const days = new Set<string>();
  let paid = 0;
  for (const session of fresh) {
    paid += await creditSession(db, calendar, session);
    for (const day of daysTouched(session)) days.add(day);
    await db.updateTable('reading_sessions').set({ settled: 1 }).where('id', '=', session.id).execute();
  }
  return { paid, days };
}

/** Revokes the credits of a session that is being deleted. */
export async function revokeSession(db: Db, calendar: UserCalendar, id: string): Promise<void> {
  for (const entry of await entriesOf(db, calendar.userId, sessionActions, [id]))
    await correctEntry(db, entry.id, { points: 0, day: entry.day ?? calendar.today });
}

async function creditSession(db: Db, calendar: UserCalendar, session: Session): Promise<number> {
  const here = session.started_at >= calendar.since.toISOString();
  const completed = session.ended_at !== null && session.seconds >= minSessionSeconds;
  const began = dayOf(session.local_start) ?? calendar.today;
  const entries = await entriesOf(db, calendar.userId, sessionActions, [session.id]);
  const events: SessionEvent[] = [
    { action: 'reading_session_started', earned: here, day: began },
    {
      action: 'reading_session_completed',
      earned: here && completed,
      day: dayOf(session.local_end) ?? began,
    },
  ];
  let paid = 0;
  for (const event of events) {
    const entry = entries.find(({ action }) => action === event.action) ?? null;
    paid += await putEntry(db, calendar, session, event, entry);
  }
  return paid;
}

interface SessionEvent {
  action: PaidAction;
  earned: boolean;
  day: string;
}

/** Writes or updates the entry of an event. */
async function putEntry(
  db: Db,
  { userId, now }: UserCalendar,
  { id, book_id }: Session,
  { action, earned, day }: SessionEvent,
  entry: LedgerEntry | null,
): Promise<number> {
  if (entry === null && !earned) return 0;
  if (entry !== null && entry.points > 0 && earned && entry.day === day) return 0;
  const before = entry?.day === day && entry.points > 0 ? 1 : 0;
  const already = (await paidOn(db, userId, action, day)).credits - before;
  const points = earned ? pointsFor(action, 1, already) : 0;
  if (entry === null) return credit(db, userId, [{ action, event: id, points, bookId: book_id, day }], now);
  await correctEntry(db, entry.id, { points, day });
  return points - entry.points;
}

function dayOf(wall: string | null): string | undefined {
  return wall?.slice(0, 10);
}
