import type { GamificationStats } from '@lectern/shared-contracts/api/gamification.ts';
import { periodOf } from '@lectern/shared-contracts/domain/goals.ts';
import { levelOf } from '@lectern/shared-contracts/domain/levels.ts';
import { streakOf } from '@lectern/shared-contracts/domain/streak.ts';
import type { Db } from '../services.ts';
import { achievementFacts, finishedSessions } from './facts.ts';
import { totalPoints } from './ledger.ts';
import type { Reader } from './reader.ts';

/** The totals of a reader; times in minutes, weeks and months by the calendar. */
export async function statsOf(db: Db, reader: Reader): Promise<GamificationStats> {
  const { userId, local, today } = reader;
  const facts = await achievementFacts(db, reader);
  const sessions = (await finishedSessions(db, userId)).map((row) => ({
    ...row,
    day: local.day(row.ended_at),
  }));
  const points = await totalPoints(db, userId);
  const begun = await db
    .selectFrom('books')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('progress', '>', 0), eb('completed', '=', 1)]))
    .executeTakeFirst();
  const pages = await db
    .selectFrom('points')
    .select((eb) => eb.fn.sum<number>('points').as('sum'))
    .where('user_id', '=', userId)
    .where('action', '=', 'page_read')
    .executeTakeFirst();

  const minutes = (chosen: readonly { seconds: number }[]): number =>
    Math.floor(chosen.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  const since = (type: 'weekly' | 'monthly') => {
    const first = periodOf(type, today)?.first ?? today;
    return sessions.filter(({ day }) => day >= first && day <= today);
  };
  const total = minutes(sessions);
  return {
    totalPoints: points,
    level: levelOf(points).level,
    booksRead: Number(begun?.count ?? 0),
    // With a session running or without: the greater of what sessions and what stored progress know of.
    pagesRead: Math.max(
      Number(pages?.sum ?? 0),
      sessions.reduce((sum, { pages_read }) => sum + pages_read, 0),
    ),
    totalReadingTime: total,
    readingStreak: streakOf(
      sessions.map(({ day }) => day),
      today,
    ),
    notesCreated: facts.notes,
    highlightsCreated: facts.highlights,
    booksCompleted: facts.booksCompleted,
    todayReadingTime: minutes(sessions.filter(({ day }) => day === today)),
    weeklyReadingTime: minutes(since('weekly')),
    monthlyReadingTime: minutes(since('monthly')),
    averageSessionDuration: sessions.length === 0 ? 0 : Math.round((total / sessions.length) * 10) / 10,
  };
}
