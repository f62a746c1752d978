import type { Achievement, GamificationStats } from '@lectern/shared-contracts/api/gamification.ts';
import type { AchievementFacts } from '@lectern/shared-contracts/domain/gamification/achievements.ts';
import { periodOf } from '@lectern/shared-contracts/domain/gamification/goals.ts';
import { levelOf } from '@lectern/shared-contracts/domain/gamification/levels.ts';
import { isPaidAction, ruleOf } from '@lectern/shared-contracts/domain/gamification/points.ts';
import { streakBy } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { achievementFacts, award, withdraw } from './achievements.ts';
import { recomputeSessions, reconcile } from './credits.ts';
import { recomputeGoals } from './goals.ts';
import { credit } from './ledger.ts';
import { daysRead, type ReadingDay, readingDays } from './readingDays.ts';
import { settingsIn } from './settings.ts';
import { type UserCalendar, userCalendarOf } from './userCalendar.ts';

export interface Recomputed {
  credited: number;
  unlocked: Achievement[];
  /** The facts it was computed from, so that callers need not count again. */
  facts: AchievementFacts;
  days: readonly ReadingDay[];
}

/**
 * Updates points, goals and achievements from the stored data. Idempotent.
 * @param corrected days on which a session was corrected or removed, so that goals may no longer be reached
 */
export async function recompute(
  db: Db,
  calendar: UserCalendar,
  corrected: ReadonlySet<string> = new Set(),
): Promise<Recomputed> {
  const events = await reconcile(db, calendar);
  const sessions = await recomputeSessions(db, calendar);
  const touched = new Set([...sessions.days, ...corrected]);
  const days = await readingDays(db, calendar.userId, { since: calendar.since });
  const goals = await recomputeGoals(db, calendar, { days, touched, mayDecrease: corrected.size > 0 });
  const facts = await achievementFacts(db, calendar, days);
  if (corrected.size > 0) await withdraw(db, calendar, facts);
  const { paid, unlocked } = await award(db, calendar, facts);
  return { credited: events + sessions.paid + goals + paid, unlocked, facts, days };
}

/**
 * Handles a reported event. Daily check-ins are recorded for today by the user's clock; everything else is recomputed
 * from stored data, whatever was reported.
 */
export async function recordEvent(
  db: Db,
  services: Pick<Services, 'now'>,
  event: { userId: string; action: string },
): Promise<Recomputed & { calendar: UserCalendar }> {
  const calendar = await userCalendarOf(db, event.userId, services.now());
  let credited = 0;
  if (isPaidAction(event.action) && ruleOf(event.action).per === 'day') {
    const { points } = ruleOf(event.action);
    credited = await credit(
      db,
      calendar.userId,
      [{ action: event.action, event: calendar.today, points, day: calendar.today }],
      calendar.now,
    );
  }
  const recomputed = await recompute(db, calendar);
  return { ...recomputed, credited: credited + recomputed.credited, calendar };
}

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
