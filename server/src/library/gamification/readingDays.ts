import { pagesOfDay, shareByDay } from '@lectern/shared-contracts/domain/sessions/readingDays.ts';
import { sql } from 'kysely';
import type { Db } from '../../store/db.ts';

/** Reading on one local day. */
export interface ReadingDay {
  /** yyyy-mm-dd */
  day: string;
  /** 0 on days known from stored progress only. */
  seconds: number;
  /** From sessions or stored progress, whichever is greater. */
  pages: number;
  /** Sessions on this day; one over midnight counts on both days. */
  sessions: number;
  /** Sessions that ended on this day, so that the sum over all days counts each once. */
  ended: number;
  byHand: number;
  /** Sessions long enough to be paid. */
  counting: number;
}

/** Filters. */
export interface ReadingSpan {
  /** yyyy-mm-dd, inclusive. */
  first?: string;
  last?: string;
  /** Reading before or after is not counted. */
  from?: Date;
  until?: Date;
  /** Sessions that began earlier are not `counting`. */
  since?: Date;
}

/** Shorter sessions do not count as completed. */
export const minSessionSeconds = 60;

/**
 * Minutes and pages by day, oldest first; all figures of the server come from here. Aggregated in the database; only
 * sessions over midnight are read one by one.
 */
export async function readingDays(db: Db, userId: string, span: ReadingSpan = {}): Promise<ReadingDay[]> {
  const days = new Map<string, ReadingDay>();
  const dayOf = (day: string): ReadingDay => {
    const existing = days.get(day) ?? {
      day,
      seconds: 0,
      pages: 0,
      sessions: 0,
      ended: 0,
      byHand: 0,
      counting: 0,
    };
    days.set(day, existing);
    return existing;
  };
  for (const row of await withinDays(db, userId, span)) {
    const sums = Object.entries(row).map(([name, value]) => [name, name === 'day' ? value : Number(value)]);
    days.set(row.day, { ...Object.fromEntries(sums), ended: Number(row.sessions) });
  }
  for (const session of await overMidnight(db, userId, span)) {
    const { local_start: localStart, local_end: localEnd, seconds, pages_read: pages } = session;
    for (const share of shareByDay({ localStart, localEnd, seconds, pages })) {
      if (!isWithin(share.day, span)) continue;
      const day = dayOf(share.day);
      day.seconds += share.seconds;
      day.pages += share.pages;
      if (share.seconds === 0) continue;
      day.sessions += 1;
      day.byHand += session.by_hand;
      if (share.day === localEnd.slice(0, 10)) day.ended += 1;
      if (seconds >= minSessionSeconds && session.started_at >= (span.since?.toISOString() ?? ''))
        day.counting += 1;
    }
  }
  for (const { day, pages } of await pagesByProgress(db, userId, span)) {
    const readingDay = dayOf(day);
    readingDay.pages = pagesOfDay(readingDay.pages, Number(pages));
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Days with a timed or manually added session, from which the streak is computed. */
export function daysRead(days: readonly ReadingDay[]): string[] {
  return days.filter(({ seconds }) => seconds > 0).map(({ day }) => day);
}

/** The days on which a session began and ended. */
export function daysTouched({
  local_start,
  local_end,
}: {
  local_start: string | null;
  local_end: string | null;
}): string[] {
  if (local_end === null) return [];
  return [(local_start ?? local_end).slice(0, 10), local_end.slice(0, 10)];
}

const isWithin = (day: string, { first, last }: ReadingSpan) =>
  (first === undefined || day >= first) && (last === undefined || day <= last);

function sessionsOf(db: Db, userId: string, { first, from, until }: ReadingSpan) {
  let rows = db
    .selectFrom('reading_sessions')
    .where('user_id', '=', userId)
    .where('local_end', 'is not', null)
    .where((eb) => eb.or([eb('seconds', '>', 0), eb('pages_read', '>', 0)]));
  if (first !== undefined) rows = rows.where('local_end', '>=', first);
  if (from) rows = rows.where('ended_at', '>=', from.toISOString());
  if (until) rows = rows.where('ended_at', '<=', until.toISOString());
  return rows;
}

const startDay = sql<string>`substr(local_start, 1, 10)`;
const endDay = sql<string>`substr(local_end, 1, 10)`;

function withinDays(db: Db, userId: string, span: ReadingSpan) {
  let rows = sessionsOf(db, userId, span).where(startDay, '>=', endDay);
  // 'T24' sorts after any time of that day.
  if (span.last !== undefined) rows = rows.where('local_end', '<=', `${span.last}T24`);
  const since = span.since?.toISOString() ?? '';
  return rows
    .select((eb) => [
      endDay.as('day'),
      eb.fn.sum<number>('seconds').as('seconds'),
      eb.fn.sum<number>('pages_read').as('pages'),
      sql<number>`sum(case when seconds > 0 then 1 else 0 end)`.as('sessions'),
      sql<number>`sum(case when seconds > 0 then by_hand else 0 end)`.as('byHand'),
      sql<number>`sum(case when seconds >= ${sql.lit(minSessionSeconds)} and started_at >= ${since} then 1 else 0 end)`.as(
        'counting',
      ),
    ])
    .groupBy(endDay)
    .execute();
}

function overMidnight(db: Db, userId: string, span: ReadingSpan) {
  let rows = sessionsOf(db, userId, span).where(startDay, '<', endDay);
  if (span.last !== undefined) rows = rows.where('local_start', '<=', `${span.last}T24`);
  return rows
    .select(['started_at', 'local_start', 'local_end', 'seconds', 'pages_read', 'by_hand'])
    .$narrowType<{ local_start: string; local_end: string }>()
    .execute();
}

/** Pages that were paid from stored progress, which excludes jumps ahead. */
function pagesByProgress(db: Db, userId: string, { first, last, from, until }: ReadingSpan) {
  let rows = db
    .selectFrom('points')
    .select((eb) => ['day', eb.fn.sum<number>('points').as('pages')])
    .where('user_id', '=', userId)
    .where('action', '=', 'page_read')
    .where('day', 'is not', null)
    .where('points', '>', 0);
  if (first !== undefined) rows = rows.where('day', '>=', first);
  if (last !== undefined) rows = rows.where('day', '<=', last);
  if (from) rows = rows.where('created_at', '>=', from.toISOString());
  if (until) rows = rows.where('created_at', '<=', until.toISOString());
  return rows.groupBy('day').$narrowType<{ day: string }>().execute();
}
