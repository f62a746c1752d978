/** Which of two places in a book stands, when devices that did not know of each other have both moved; docs/sync.md. */

/** The reader's choice. */
export type PlaceRule = 'latest' | 'furthest';
/** Its name among the preferences of the profile. */
export const placeRulePreference = 'placeRule';

/** The place that the server has. */
export interface StoredPlace {
  percentage: number;
  /** ISO 8601, UTC, milliseconds. */
  updated_at: string;
  /** It came from the sign-in that says another one now. */
  mine?: boolean;
}

/** A place that a device says. */
export interface SaidPlace {
  percentage: number;
  updated_at: string;
  /** `updated_at` of the place that the device had shown last; null or left out when it knows of none. */
  follows?: string | null;
  keep?: PlaceRule;
}

/**
 * Whether a place that is said replaces the one that is stored. It does when the device that says it had made the
 * stored one, or had shown it: then the reader has moved on from there, whatever the clocks say. Otherwise neither knew
 * of the other, and the reader's choice decides: the later by the clocks, or the one further on.
 */
export function placeWins(stored: StoredPlace | null, said: SaidPlace): boolean {
  if (stored === null || stored.mine || stored.updated_at === said.follows) return true;
  if (said.keep === 'furthest') return said.percentage >= stored.percentage;
  return said.updated_at >= stored.updated_at;
}

/**
 * A move by which a reader can lose the place: worth to be remembered where it was.
 * @param from where the reader was, in percent
 * @param to where the move leads, in percent
 */
export function isJump(from: number, to: number): boolean {
  return Math.abs(to - from) >= 5;
}
