import type { GamificationStats } from '@lectern/shared-contracts/api/gamification.ts';
import { periodOf } from '@lectern/shared-contracts/domain/gamification/goals.ts';
import { levelOf } from '@lectern/shared-contracts/domain/gamification/levels.ts';
import { streakBy } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import type { Db } from '../store/db.ts';
import { totalPoints } from './ledger.ts';
import { daysRead, type ReadingDay } from './readingDays.ts';
import type { Recomputed } from './recompute.ts';
import { settingsOf } from './settings.ts';
import type { UserCalendar } from './userCalendar.ts';

/** Totals of a user; times in minutes, weeks and months by the calendar. Call recompute() first. */
export async function statsOf(
  db: Db,
  { userId, today }: UserCalendar,
  { facts, days }: Pick<Recomputed, 'facts' | 'days'>,
): Promise<GamificationStats> {
  const { streakKind: kind, restDay } = await settingsOf(db, userId);
  const points = await totalPoints(db, userId);
  const begun = await db
    .selectFrom('books')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('progress', '>', 0), eb('completed', '=', 1)]))
    .executeTakeFirst();
  const minutes = (chosen: readonly ReadingDay[]): number =>
    Math.floor(chosen.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  const since = (type: 'weekly' | 'monthly') => {
    const first = periodOf(type, today)?.first ?? today;
    return days.filter(({ day }) => day >= first && day <= today);
  };
  const total = minutes(days);
  const sessions = days.reduce((sum, { ended }) => sum + ended, 0);
  return {
    totalPoints: points,
    level: levelOf(points).level,
    booksRead: Number(begun?.count ?? 0),
    pagesRead: days.reduce((sum, { pages }) => sum + pages, 0),
    totalReadingTime: total,
    readingStreak: streakBy({ kind, restDay }, daysRead(days), today).length,
    notesCreated: facts.notes,
    highlightsCreated: facts.highlights,
    booksCompleted: facts.booksCompleted,
    todayReadingTime: minutes(days.filter(({ day }) => day === today)),
    weeklyReadingTime: minutes(since('weekly')),
    monthlyReadingTime: minutes(since('monthly')),
    averageSessionDuration: sessions === 0 ? 0 : Math.round((total / sessions) * 10) / 10,
  };
}
