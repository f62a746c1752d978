import type { QueuedAction } from '@lectern/shared-contracts/host.ts';

/** A queued write as the database holds it. Its id is also its Idempotency-Key. */
export interface StoredAction extends QueuedAction {
  /** Not to be tried again before this moment, in milliseconds since 1970. */
  notBefore: number;
  /** May be taken back until then: not sent before, whatever hurries the others. Milliseconds since 1970. */
  heldUntil?: number;
  /** The server has judged it and said no: it has not taken effect, and trying again as it is would be of no use. */
  refused: boolean;
}

/** Not tried again by itself; the reader decides. */
export function isPermanentlyFailed(action: StoredAction): boolean {
  return action.status === 'failed' && (action.refused || action.retryCount >= action.maxRetries);
}

/** A write of which nothing can have reached the server. */
export function isUntouched(action: StoredAction): boolean {
  return action.status !== 'syncing' && (action.lastAttempt === null || action.refused);
}
