import type { AnyActionType } from '@lectern/shared-contracts/sync/anyAction.ts';
import { limits } from '../limits.ts';
import { retryPauseAfter } from './scheduler.ts';
import { isPermanentlyFailed, isUntouched, type StoredAction } from './storedAction.ts';

/** Every change of the queue, as a function from one list to the next: what the database does in one transaction. */
type Actions = readonly StoredAction[];

export interface NewAction {
  /** Made anew for each write. */
  id: string;
  payload: unknown;
  userId: string;
  /** Milliseconds for which it can be taken back. */
  holdFor?: number;
}

/** A write is added; it may become one with the last about the same thing, or make earlier ones pointless. */
export function added(
  actions: Actions,
  type: AnyActionType,
  { id, payload: asked, userId, holdFor }: NewAction,
  now: number,
): Actions {
  const entity = type.entity(asked as never);
  // What may be taken back must leave everything else as it was.
  const pointless = new Set(holdFor === undefined ? type.supersedes : []);
  const superseded: StoredAction[] = [];
  let newest: StoredAction | null = null;
  let last: StoredAction | null = null;
  // One pass: ten thousand may wait.
  for (const action of actions) {
    // Begun by a page that was closed, and found again: once is enough.
    if (action.id === id) return actions;
    newest = newer(newest, action);
    if (action.entity !== entity) continue;
    if (pointless.has(action.type) && (isUntouched(action) || isPermanentlyFailed(action)))
      superseded.push(action);
    else last = newer(last, action);
  }
  const kept = superseded.length === 0 ? actions : actions.filter((action) => !superseded.includes(action));
  const payload = superseded.reduce<unknown>(
    (own, { payload: old }) => type.inherits?.(old, own as never) ?? own,
    asked,
  );
  const joined =
    holdFor === undefined && last !== null && isUntouched(last)
      ? type.joins?.[last.type]?.(last.payload as never, payload as never)
      : null;
  if (last !== null && joined !== null && joined !== undefined) {
    const one = { ...last, ...(last.refused ? anew(id) : {}), payload: joined };
    return kept.map((action) => (action.id === last.id ? one : action));
  }
  const merged =
    holdFor === undefined && last?.type === type.type && last.status !== 'syncing'
      ? type.merge?.(last.payload as never, payload as never)
      : null;
  if (last !== null && merged !== null && merged !== undefined) {
    const again = fresh(
      last.lastAttempt === null ? last.id : id,
      type,
      merged,
      userId,
      last.timestamp,
      entity,
    );
    return kept.map((action) => (action.id === last.id ? again : action));
  }
  // Moments are all different and never go back, whatever the clock of the device does: they are the order.
  const timestamp = Math.max(now, (newest?.timestamp ?? 0) + 1);
  const action = fresh(id, type, payload, userId, timestamp, entity);
  if (holdFor === undefined) return [...kept, action];
  return [...kept, { ...action, notBefore: now + holdFor, heldUntil: now + holdFor }];
}

/** What the server has refused it is asked anew, under another key. */
const anew = (id: string) =>
  ({ id, status: 'pending', retryCount: 0, lastError: null, lastAttempt: null, refused: false }) as const;

function fresh(
  id: string,
  type: AnyActionType,
  payload: unknown,
  userId: string,
  timestamp: number,
  entity: string,
): StoredAction {
  return {
    id,
    type: type.type,
    payload,
    status: 'pending',
    priority: type.priority,
    timestamp,
    retryCount: 0,
    maxRetries: limits.maxRetries,
    lastError: null,
    lastAttempt: null,
    entity,
    userId,
    notBefore: 0,
    refused: false,
  };
}

const newer = (known: StoredAction | null, action: StoredAction): StoredAction =>
  known === null || action.timestamp > known.timestamp ? action : known;

const changed = (actions: Actions, id: string, change: (action: StoredAction) => StoredAction): Actions =>
  actions.map((action) => (action.id === id ? change(action) : action));

/** A crash left them 'syncing'; whoever holds the lock knows that nobody sends them now. */
export const recovered = (actions: Actions): Actions =>
  actions.map((action) => (action.status === 'syncing' ? { ...action, status: 'pending' } : action));

export function begun(actions: Actions, chosen: Actions, now: number): Actions {
  const going = new Set(chosen);
  return actions.map((action) =>
    going.has(action) ? { ...action, status: 'syncing', lastAttempt: now, refused: false } : action,
  );
}

/** Begun, and then not sent. @param before as they were */
export function released(actions: Actions, before: Actions): Actions {
  const old = new Map(before.map((action) => [action.id, action]));
  return actions.map((action) => (action.status === 'syncing' ? (old.get(action.id) ?? action) : action));
}

/** Gone through, or dropped by the reader. */
export function removed(actions: Actions, ...ids: readonly string[]): Actions {
  const gone = new Set(ids);
  return actions.filter((action) => !gone.has(action.id));
}

/** Costs one try. @param retryAfter seconds that the server asked for */
export const failed = (
  actions: Actions,
  id: string,
  error: string,
  now: number,
  retryAfter: number | null = null,
): Actions =>
  changed(actions, id, (action) => {
    const retryCount = action.retryCount + 1;
    const pause = Math.max(retryPauseAfter(retryCount), (retryAfter ?? 0) * 1_000);
    return { ...action, status: 'failed', retryCount, lastError: error, notBefore: now + pause };
  });

/** The server said no, and would again. */
export const refused = (actions: Actions, id: string, error: string): Actions =>
  changed(actions, id, (action) => ({
    ...action,
    status: 'failed',
    retryCount: action.retryCount + 1,
    lastError: error,
    refused: true,
  }));

/** Not its fault: no network, or nobody is signed in. Costs nothing. */
export const paused = (actions: Actions, id: string, error: string): Actions =>
  changed(actions, id, (action) => ({
    ...action,
    status: action.retryCount > 0 ? 'failed' : 'pending',
    lastError: error,
    notBefore: 0,
  }));

/** The reader wants it tried again. */
export const retried = (actions: Actions, id: string): Actions =>
  changed(actions, id, (action) => ({
    ...action,
    status: 'pending',
    retryCount: 0,
    refused: false,
    notBefore: 0,
  }));

/** All that wait for their moment may go at once: the network is back. What can still be taken back keeps its time. */
export const hurried = (actions: Actions): Actions =>
  actions.map((action) => {
    const notBefore = action.lastAttempt === null ? (action.heldUntil ?? 0) : 0;
    return action.notBefore === notBefore ? action : { ...action, notBefore };
  });
