/** Reading goals: units, periods and rewards. */

import { text } from '../text.ts';
import { daysBefore, mondayOf } from './streak.ts';

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
  if (type === 'weekly') return { first: mondayOf(today), last: daysBefore(mondayOf(today), -6) };
  const [year = 0, month = 1] = today.split('-').map(Number);
  return {
    first: `${today.slice(0, 8)}01`,
    last: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10),
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
