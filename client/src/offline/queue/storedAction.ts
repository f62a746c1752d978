import type { QueuedAction } from '@lectern/shared-contracts/contract/host.ts';

/**
 * A queued write as the database holds it. Its id is also its Idempotency-Key. Its type may be one that this version of
 * the app does not know.
 */
export interface StoredAction extends Omit<QueuedAction, 'type' | 'payload'> {
  type: string;
  payload: unknown;
  /** Not to be tried again before this moment, in milliseconds since 1970. */
  notBefore: number;
  /** May be taken back until then: not sent before, whatever makes the others due. Milliseconds since 1970. */
  heldUntil?: number;
  /**
   * Milliseconds from the clock by which it was made to the server's. Absent when that was not known.
   */
  clockOff?: number;
  /** How often in a row the server could not take it (5xx, 408, 425, 429, no answer to this one alone). */
  waits?: number;
}

/** Refused as often as it may be: not tried again by itself; the reader decides. */
export function isPermanentlyFailed(action: StoredAction): boolean {
  return action.refused && action.retryCount >= action.maxRetries;
}

/** Refused by the server at least once: what the reader is shown as a failed change. Only refusals are counted. */
export function hasBeenRefused(action: StoredAction): boolean {
  return action.retryCount > 0;
}

/** A write of which nothing can have reached the server. */
export function isUntouched(action: StoredAction): boolean {
  return action.status !== 'syncing' && (action.lastAttempt === null || action.refused);
}

/** Of two payloads that one write has had, one of which may have been in the database. */
export function isSamePayload(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** The same write with the same content: what another tab has made of it since is another. */
export function isSameWrite(
  one: Pick<StoredAction, 'id' | 'payload'>,
  other: Pick<StoredAction, 'id' | 'payload'>,
): boolean {
  return one.id === other.id && isSamePayload(one.payload, other.payload);
}
