/** Reading goals: units, periods and rewards. */

import { text } from '../text.ts';

export type GoalType = 'daily' | 'weekly' | 'monthly' | 'once';
export type GoalUnit = 'minutes' | 'pages' | 'books';

/** Every user's initial goal. */
export const defaultGoal = {
  title: text('Read 30 minutes'),
  description: text('Half an hour with a book, every day.'),
  type: 'daily',
  unit: 'minutes',
  target: 30,
  reward: 50,
} as const satisfies {
  title: string;
  description: string;
  type: GoalType;
  unit: GoalUnit;
  target: number;
  reward: number;
};

/** Points for reaching a goal of one's own. */
export const ownGoalReward = 20;

/** Maximum number of goals paid per local day. */
export const goalsPaidPerDay = 3;

/** First and last local day (yyyy-mm-dd) of the period that contains `today`; null for a goal without period. */
export interface Period {
  first: string;
  last: string;
}

/** @param today local day, yyyy-mm-dd. Weeks begin on Monday. */
export function periodOf(type: GoalType, today: string): Period | null {
  if (type === 'once') return null;
  if (type === 'daily') return { first: today, last: today };
  const date = new Date(`${today}T00:00:00Z`);
  if (type === 'weekly') {
    const monday = addDays(date, -((date.getUTCDay() + 6) % 7));
    return { first: day(monday), last: day(addDays(monday, 6)) };
  }
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    first: day(new Date(Date.UTC(year, month, 1))),
    last: day(new Date(Date.UTC(year, month + 1, 0))),
  };
}

export type GoalState = 'open' | 'reached' | 'missed';

/** A reached goal stays reached; one whose deadline has passed is missed. */
export function goalState(
  goal: { target: number; current: number; deadline: string | null; completedAt: string | null },
  now: Date,
): GoalState {
  if (goal.completedAt !== null) return 'reached';
  if (goal.deadline !== null && Date.parse(goal.deadline) < now.getTime()) return 'missed';
  return goal.current >= goal.target ? 'reached' : 'open';
}

function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000);
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
