import type {
  Achievement,
  GamificationStats,
  Goal,
  StreakDay,
  WeekSummary,
} from '@lectern/shared-contracts/api/gamification.ts';
import type { CallResponse } from '@lectern/shared-contracts/api/routes.ts';
import { achievementRules } from '@lectern/shared-contracts/domain/gamification/achievements.ts';
import { defaultSettings } from '@lectern/shared-contracts/domain/gamification/defaultSettings.ts';
import type { TestRoutes } from '@lectern/shared-contracts/testing/testApi.ts';

export const noStats: GamificationStats = {
  totalPoints: 0,
  level: 1,
  booksRead: 0,
  pagesRead: 0,
  totalReadingTime: 0,
  readingStreak: 0,
  notesCreated: 0,
  highlightsCreated: 0,
  booksCompleted: 0,
  todayReadingTime: 0,
  weeklyReadingTime: 0,
  monthlyReadingTime: 0,
  averageSessionDuration: 0,
};

/** All fifteen; the named ones are unlocked at that time. */
export function achievements(unlocked: Record<string, string> = {}): Achievement[] {
  return achievementRules.map(({ count: _count, ...rule }) => ({
    ...rule,
    unlockedAt: unlocked[rule.id] ?? null,
    progress: unlocked[rule.id] ? rule.target : Math.floor(rule.target / 2),
  }));
}

export const dailyGoal: Goal = {
  id: '00000000-0000-4000-8000-0000000000a1',
  title: 'Read 30 minutes',
  description: '',
  type: 'daily',
  unit: 'minutes',
  target: 30,
  current: 12,
  reward: 50,
  deadline: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  completedAt: null,
};

const day = (date: string, state: StreakDay['state'], minutes = 0, byHand = 0): StreakDay => ({
  day: date,
  state,
  minutes,
  sessions: minutes > 0 ? 1 : 0,
  byHand,
  books: minutes > 0 ? ['Emma'] : [],
});

/** Monday to Thursday: read, rest day, added by hand, not yet. */
const streak: CallResponse<'GET /api/gamification/streak'> = {
  kind: 'daily',
  restDay: true,
  length: 2,
  today: '2026-03-12',
  restSpent: true,
  days: [
    day('2026-03-09', 'read', 25),
    day('2026-03-10', 'rest'),
    day('2026-03-11', 'read', 10, 1),
    day('2026-03-12', 'none'),
  ],
};

export const week: WeekSummary = {
  first: '2026-03-09',
  last: '2026-03-15',
  minutes: 125,
  days: 3,
  sessions: 4,
  pages: 60,
  points: 90,
  notes: 2,
  highlights: 1,
  booksCompleted: 1,
  books: [{ title: 'Emma', minutes: 125 }],
};

/** A server that answers everything the remote reads. */
export function gamificationRoutes(changes: TestRoutes = {}): TestRoutes {
  return {
    'GET /api/gamification/stats': () => noStats,
    'GET /api/gamification/achievements': () => ({ items: achievements() }),
    'GET /api/gamification/goals': () => ({ items: [dailyGoal] }),
    'GET /api/gamification/history': () => ({ items: [] }),
    'GET /api/gamification/settings': () => defaultSettings,
    'GET /api/gamification/streak': () => streak,
    'GET /api/gamification/week': () => week,
    'GET /reading/sessions': () => ({ items: [], total: 0 }),
    'GET /books': () => ({ items: [], total: 0 }),
    ...changes,
  };
}
