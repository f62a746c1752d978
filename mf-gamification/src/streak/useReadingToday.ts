import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { defaultGoal } from '@lectern/shared-contracts/domain/gamification/goals.ts';
import { dayOf, streakBy } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import {
  type ActiveSession,
  type FinishedSession,
  stopSession,
} from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import { daysOfSession } from '@lectern/shared-contracts/domain/sessions/sessionStats.ts';
import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useState } from 'react';
import { useGamificationRead, useSettings } from '../data/useGamification.ts';

export interface ReadingToday {
  /** False until the server has answered or cannot be reached: zeros would be false. */
  known: boolean;
  minutes: number;
  /** Minutes of the daily goal. */
  goal: number;
  /** Days in a row, or weeks. */
  streak: number;
  weekly: boolean;
}

/** Today's minutes and the streak: the larger of what this browser and the server know. */
export function useReadingToday(): ReadingToday {
  const host = useHost();
  const { session } = host;
  const active = useReadable(session.active);
  const history = useReadable(session.history);
  const now = useClock(active !== null && !active.isPaused);
  const stats = useGamificationRead('GET /api/gamification/stats');
  const goals = useGamificationRead('GET /api/gamification/goals');
  const { settings } = useSettings();
  const rule = { kind: settings.streakKind, restDay: settings.restDay };
  const local = streakBy(rule, useDaysRead(), dayOf(now)).length;
  const goal = goals?.items.find(({ type, unit }) => type === 'daily' && unit === 'minutes');
  const running = minutesToday([], active, now);
  return {
    known: useReadable(host.data.watch('GET /api/gamification/stats', {})).status !== 'loading',
    minutes: Math.max(minutesToday(history, active, now), (stats?.todayReadingTime ?? 0) + running),
    goal: goal?.target ?? defaultGoal.target,
    // The server's is longer than the days that are loaded; this browser's includes sessions that were not sent yet.
    streak: Math.max(local, stats?.readingStreak ?? 0),
    weekly: settings.streakKind === 'weekly',
  };
}

/** The time, updated every ten seconds while `running`. */
function useClock(running: boolean): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    setNow(new Date());
    if (!running) return;
    const timer = setInterval(() => setNow(new Date()), 10_000);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}

/** Minutes read today by this browser's history, the running session included. */
function minutesToday(history: readonly FinishedSession[], active: ActiveSession | null, now: Date): number {
  const today = dayOf(now);
  const running = active ? [stopSession(active, now)] : [];
  const seconds = [...history, ...running]
    .flatMap((session) => daysOfSession(session))
    .reduce((sum, share) => (share.day === today ? sum + share.seconds : sum), 0);
  return Math.floor(seconds / 60);
}

/** @param count days in a row, or weeks. */
export function streakLabel(t: Translate, count: number, weekly: boolean): string {
  if (count === 0) return t('No streak yet');
  return weekly ? t('{{count}} weeks in a row', { count }) : t('{{count}} days in a row', { count });
}

/** Days with reading, as yyyy-mm-dd: those that the server knows, and those of sessions that this browser keeps. */
export function useDaysRead(): ReadonlySet<string> {
  const { session } = useHost();
  const history = useReadable(session.history);
  const calendar = useGamificationRead('GET /api/gamification/streak');
  const known = calendar?.days.filter(({ state }) => state === 'read') ?? [];
  const here = history.flatMap((one) => daysOfSession(one));
  return new Set([...known, ...here].map(({ day }) => day));
}
