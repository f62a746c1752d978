/**
 * Points by action: the table shared by the server's ledger, the Rewards page and the onboarding modal. The
 * specification has two sets: the first applies as it is, the second only to actions that the first lacks.
 */

import { text } from '../text.ts';

/** Pages turned faster than this are not read, so they are not paid. */
export const minSecondsPerPage = 3;

/** The unit of a credit, which is never paid twice. */
export type CreditUnit = 'event' | 'page' | 'book' | 'day';

export interface PointsRule {
  points: number;
  /** Label of the action; key of its translation. */
  label: string;
  per: CreditUnit;
  /** Maximum credits per local day; null when the unit itself is the limit. */
  perDay: number | null;
  /** False while the product does not support the action yet. */
  available: boolean;
}

export const pointsRules = {
  book_uploaded: rule(25, text('Upload a book'), 'book'),
  reading_session_started: rule(5, text('Start a reading session'), 'event', 20),
  reading_session_completed: rule(10, text('Complete a reading session of a minute or more'), 'event', 20),
  page_read: rule(1, text('Read a page'), 'page', 500),
  note_created: rule(15, text('Write a note'), 'event', 50),
  highlight_created: rule(10, text('Highlight a passage'), 'event', 100),
  book_completed: rule(100, text('Finish a book'), 'book'),
  daily_login: rule(10, text('Come back on a new day'), 'day'),
  daily_checkin: rule(10, text('Check in for the day'), 'day'),
  library_visited: rule(5, text('Visit your library'), 'day'),
  write_review: rule(25, text('Write a review on the page of a book'), 'book'),
  favorite: rule(5, text('Mark a book as a favorite'), 'book'),
  share_recommendation: { ...rule(15, text('Share a recommendation'), 'event', 10), available: false },
  join_club_discussion: { ...rule(20, text('Join a club discussion'), 'event', 10), available: false },
} as const satisfies Record<string, PointsRule>;

export type PaidAction = keyof typeof pointsRules;

/** Actions in display order. */
export const paidActions = Object.keys(pointsRules) as PaidAction[];

export function isPaidAction(action: string): action is PaidAction {
  return Object.hasOwn(pointsRules, action);
}

export function ruleOf(action: PaidAction): PointsRule {
  return pointsRules[action];
}

/**
 * Points for `wanted` credits of an action when `already` have been paid on the same day. Invalid numbers are worth
 * nothing.
 */
export function pointsFor(action: PaidAction, wanted: number, already: number): number {
  const { points, perDay } = ruleOf(action);
  if (!Number.isSafeInteger(wanted) || wanted <= 0) return 0;
  const remaining = perDay === null ? wanted : Math.max(0, perDay - Math.max(0, already));
  return points * Math.min(wanted, remaining);
}

function rule(points: number, label: string, per: CreditUnit, perDay: number | null = null) {
  return { points, label, per, perDay, available: true };
}
