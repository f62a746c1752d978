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
  /** The reader can undo it until then: it is not sent before, even on Sync Now. Milliseconds since 1970. */
  heldUntil?: number;
  /**
   * Difference from the device's clock to the server's when the write was made, in milliseconds. Absent when unknown.
   */
  clockOff?: number;
  /** How often in a row the server could not take it (5xx, 408, 425, 429, no answer to this one alone). */
  waits?: number;
}

/** Refused too often to be tried again automatically: the reader decides. */
export function isPermanentlyFailed(action: StoredAction): boolean {
  return action.refused && action.retryCount >= action.maxRetries;
}

/** Refused by the server at least once, and shown to the reader as a failed change. Only refusals are counted. */
export function hasBeenRefused(action: StoredAction): boolean {
  return action.retryCount > 0;
}

/** A write that cannot have reached the server. */
export function isUntouched(action: StoredAction): boolean {
  return action.status !== 'syncing' && (action.lastAttempt === null || action.refused);
}

/** Compares two payloads by content: one that was read from the database is another object. */
export function isSamePayload(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** The same write with the same content. After another tab has edited it, it is not the same any more. */
export function isSameWrite(
  a: Pick<StoredAction, 'id' | 'payload'>,
  b: Pick<StoredAction, 'id' | 'payload'>,
): boolean {
  return a.id === b.id && isSamePayload(a.payload, b.payload);
}
