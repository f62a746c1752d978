import type { GamificationStats } from '@lectern/shared-contracts/api/gamification.ts';
import { periodOf } from '@lectern/shared-contracts/domain/gamification/goals.ts';
import { levelOf } from '@lectern/shared-contracts/domain/gamification/levels.ts';
import { streakBy } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import type { Db } from '../../store/db.ts';
import { daysRead, type ReadingDay } from './readingDays.ts';
import type { Recomputed } from './recompute.ts';
import { settingsIn } from './settings.ts';
import type { UserCalendar } from './userCalendar.ts';

/** Totals of a user; times in minutes, weeks and months by the calendar. Call recompute() first. */
export async function statsOf(
  db: Db,
  { userId, today }: UserCalendar,
  { facts, days }: Pick<Recomputed, 'facts' | 'days'>,
): Promise<GamificationStats> {
  const row = await db
    .selectFrom('users')
    .select((eb) => [
      'preferences',
      eb
        .selectFrom('points')
        .select(({ fn }) => fn.sum<number>('points').as('points'))
        .where('user_id', '=', userId)
        .as('points'),
      eb
        .selectFrom('books')
        .select(({ fn }) => fn.countAll<number>().as('begun'))
        .where('user_id', '=', userId)
        .where((eb) => eb.or([eb('progress', '>', 0), eb('completed', '=', 1)]))
        .as('begun'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { streakKind: kind, restDay } = settingsIn(row.preferences);
  const points = Number(row.points ?? 0);
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
    booksRead: Number(row.begun ?? 0),
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
