import type { StreakDay, WeekSummary } from '@lectern/shared-contracts/api/gamification.ts';
import type { CallResponse } from '@lectern/shared-contracts/api/routes.ts';
import { daysBefore, mondayOf, streakBy } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { shareByDay } from '@lectern/shared-contracts/domain/sessions/readingDays.ts';
import type { Db } from '../../store/db.ts';
import { countOf } from '../../store/ownRows.ts';
import { finishedBooks } from '../books/finishedBooks.ts';
import { daysRead, readingDays } from './readingDays.ts';
import { settingsOf } from './settings.ts';
import type { UserCalendar } from './userCalendar.ts';

/** Titles shown for a day. */
const titlesPerDay = 3;
/** Days to load: enough for every streak rule. */
const daysLoaded = 53 * 7;

/** The streak by the user's rule, and the last days with what made each count, oldest first. */
export async function streakCalendar(
  db: Db,
  { userId, today }: UserCalendar,
  count: number,
): Promise<CallResponse<'GET /api/gamification/streak'>> {
  const { streakKind: kind, restDay } = await settingsOf(db, userId);
  const read = await readingDays(db, userId, { first: daysBefore(today, daysLoaded) });
  const streak = streakBy({ kind, restDay }, daysRead(read), today);
  const byDay = new Map(read.map((day) => [day.day, day]));
  const first = daysBefore(today, count - 1);
  const titles = await titlesByDay(db, userId, first, today);
  const days = Array.from({ length: count }, (_, index): StreakDay => {
    const day = daysBefore(first, -index);
    const readingDay = byDay.get(day);
    return {
      day,
      state: readingDay && readingDay.seconds > 0 ? 'read' : streak.rested.includes(day) ? 'rest' : 'none',
      minutes: Math.floor((readingDay?.seconds ?? 0) / 60),
      sessions: readingDay?.sessions ?? 0,
      byHand: readingDay?.byHand ?? 0,
      books: (titles.get(day) ?? []).slice(0, titlesPerDay).map(({ title }) => title),
    };
  });
  const restSpent = streak.rested.some((day) => mondayOf(day) === mondayOf(today));
  return { kind, restDay, length: streak.length, today, restSpent, days };
}

/** @param ago 0 is the current week */
export async function weekSummary(db: Db, calendar: UserCalendar, ago: number): Promise<WeekSummary> {
  const { userId, today, local } = calendar;
  const first = daysBefore(mondayOf(today), 7 * ago);
  const last = daysBefore(first, -6);
  const days = await readingDays(db, userId, { first, last });
  const [from, to] = [local.startOf(first).toISOString(), local.startOf(daysBefore(last, -1)).toISOString()];
  const made = (table: 'notes' | 'highlights') =>
    countOf(
      db
        .selectFrom(table)
        .where('user_id', '=', userId)
        .where('created_at', '>=', from)
        .where('created_at', '<', to),
    );
  const completed = finishedBooks(db, userId, { from, before: to });
  const points = await db
    .selectFrom('points')
    .select((eb) => eb.fn.sum<number>('points').as('sum'))
    .where('user_id', '=', userId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .executeTakeFirst();
  const books = new Map<string, number>();
  for (const titles of (await titlesByDay(db, userId, first, last)).values())
    for (const { title, seconds } of titles) books.set(title, (books.get(title) ?? 0) + seconds);
  const sum = (valueOfDay: (day: (typeof days)[number]) => number) =>
    days.reduce((total, day) => total + valueOfDay(day), 0);
  return {
    first,
    last,
    minutes: Math.floor(sum(({ seconds }) => seconds) / 60),
    days: daysRead(days).length,
    sessions: sum(({ ended }) => ended),
    pages: sum(({ pages }) => pages),
    points: Number(points?.sum ?? 0),
    notes: await made('notes'),
    highlights: await made('highlights'),
    booksCompleted: await countOf(completed),
    books: [...books]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 5)
      .map(([title, seconds]) => ({ title, minutes: Math.floor(seconds / 60) })),
  };
}

/** Titles read on each day, longest reading first. */
async function titlesByDay(
  db: Db,
  userId: string,
  first: string,
  last: string,
): Promise<Map<string, { title: string; seconds: number }[]>> {
  const rows = await db
    .selectFrom('reading_sessions')
    .select(['local_start', 'local_end', 'book_title', 'seconds'])
    .where('user_id', '=', userId)
    .where('local_end', '>=', first)
    .where('local_start', '<=', `${last}T24`)
    .where('seconds', '>', 0)
    .$narrowType<{ local_start: string; local_end: string }>()
    .execute();
  const days = new Map<string, Map<string, number>>();
  for (const { local_start: localStart, local_end: localEnd, book_title, seconds } of rows)
    for (const share of shareByDay({ localStart, localEnd, seconds, pages: 0 })) {
      if (share.day < first || share.day > last) continue;
      const titles = days.get(share.day) ?? new Map<string, number>();
      titles.set(book_title, (titles.get(book_title) ?? 0) + share.seconds);
      days.set(share.day, titles);
    }
  return new Map(
    [...days].map(([day, titles]) => [
      day,
      [...titles].map(([title, seconds]) => ({ title, seconds })).sort((a, b) => b.seconds - a.seconds),
    ]),
  );
}
