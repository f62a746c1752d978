/** Conflict resolution for reading positions of devices that did not know of each other; see docs/sync.md. */

/** The user's setting. */
export type PlaceRule = 'latest' | 'furthest';
/** Key among the preferences of the profile. */
export const placeRulePreference = 'placeRule';

/** The position stored on the server. */
export interface StoredPlace {
  percentage: number;
  /** ISO 8601, UTC, milliseconds. */
  updated_at: string;
  /** Whether the reporting session has stored it. */
  mine?: boolean;
}

/** A position reported by a device. */
export interface ReportedPlace {
  percentage: number;
  updated_at: string;
  /** `updated_at` of the position that the device had last seen; null or missing when none. */
  follows?: string | null;
  keep?: PlaceRule;
}

/**
 * Whether a reported position replaces the stored one. It does when the device has stored or seen that one: the user
 * has moved on from there, whatever the clocks say. Otherwise the user's rule decides: the later one, or the one
 * further on.
 */
export function placeWins(stored: StoredPlace | null, reported: ReportedPlace): boolean {
  if (stored === null || stored.mine || stored.updated_at === reported.follows) return true;
  if (reported.keep === 'furthest') return reported.percentage >= stored.percentage;
  return reported.updated_at >= stored.updated_at;
}

/**
 * Whether a move is a jump, so that the previous position should be remembered.
 * @param from previous position in percent
 * @param to new position in percent
 */
export function isJump(from: number, to: number): boolean {
  return Math.abs(to - from) >= 5;
}
