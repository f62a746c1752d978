import type { Achievement, GamificationStats, Goal } from '@lectern/shared-contracts/api/gamification.ts';
import { achievementRules } from '@lectern/shared-contracts/domain/achievements.ts';
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

/** All fifteen; those named are unlocked at that moment. */
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

/** A server that answers everything the remote reads. */
export function gamificationRoutes(changes: TestRoutes = {}): TestRoutes {
  return {
    'GET /api/gamification/stats': () => noStats,
    'GET /api/gamification/achievements': () => ({ items: achievements() }),
    'GET /api/gamification/goals': () => ({ items: [dailyGoal] }),
    'GET /api/gamification/history': () => ({ items: [] }),
    'GET /reading/sessions': () => ({ items: [], total: 0 }),
    'GET /books': () => ({ items: [], total: 0 }),
    ...changes,
  };
}
