import type { GamificationSettings } from '../../api/gamification.ts';

/** Everything is shown, and the streak counts plain days. */
export const defaultSettings: GamificationSettings = {
  points: true,
  achievements: true,
  goals: true,
  streak: true,
  celebrations: true,
  weeklySummary: true,
  header: true,
  streakKind: 'daily',
  restDay: false,
  introduced: false,
  announcedUntil: '',
};
