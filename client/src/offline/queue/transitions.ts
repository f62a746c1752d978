import { retryPauseAfter } from './scheduler.ts';
import { isPermanentlyFailed, isSameWrite, type StoredAction } from './storedAction.ts';

/** Steps of the queue as functions from one list to the next. Each is one transaction. See also addAction.ts. */
type Actions = readonly StoredAction[];

export const changed = (
  actions: Actions,
  id: string,
  change: (action: StoredAction) => StoredAction,
): Actions => actions.map((action) => (action.id === id ? change(action) : action));

/** A crash left writes 'syncing'; the holder of the lock knows that nobody sends them now. */
export const recovered = (actions: Actions): Actions =>
  actions.map((action) => (action.status === 'syncing' ? { ...action, status: 'pending' } : action));

export function begun(actions: Actions, chosen: Actions, now: number): Actions {
  const chosenActions = new Set(chosen);
  return actions.map((action) =>
    chosenActions.has(action)
      ? { ...action, status: 'syncing', lastAttempt: now, notBefore: 0, refused: false }
      : action,
  );
}

/**
 * Unmarks writes that were marked as being sent but not sent. Edits of another tab meanwhile stay.
 * @param before the writes as they were
 */
export function released(actions: Actions, before: Actions): Actions {
  const old = new Map(before.map((action) => [action.id, action]));
  return actions.map((action) => {
    const was = action.status === 'syncing' ? old.get(action.id) : undefined;
    return was === undefined ? action : { ...was, payload: action.payload };
  });
}

/** Removes writes that the server has accepted. One that another tab has edited meanwhile still waits. */
export function accepted(actions: Actions, sent: Actions): Actions {
  const sentById = new Map(sent.map((action) => [action.id, action]));
  return actions.filter((action) => {
    const version = sentById.get(action.id);
    return version === undefined || !isSameWrite(version, action);
  });
}

/** Puts writes back that were sealed at a sign-out, in front of those added since: all of them may go at once. */
export function restored(actions: Actions, back: Actions): Actions {
  const existingIds = new Set(actions.map(({ id }) => id));
  return [
    ...madeDue(
      back.filter(({ id }) => !existingIds.has(id)),
      true,
    ),
    ...actions,
  ];
}

/** Discarded by the reader, or replaced. */
export function removed(actions: Actions, ...ids: readonly string[]): Actions {
  const removedIds = new Set(ids);
  return actions.filter((action) => !removedIds.has(action.id));
}

/** The server cannot take it now. Not counted as a try. @param pause milliseconds */
export const delayed = (actions: Actions, id: string, error: string, now: number, pause: number): Actions =>
  changed(actions, id, (action) => ({
    ...action,
    status: 'pending',
    waits: (action.waits ?? 0) + 1,
    lastError: error,
    notBefore: now + pause,
  }));

/** The server refused it: one try. @param isFinal another try would be useless */
export const refused = (actions: Actions, id: string, error: string, now: number, isFinal = false): Actions =>
  changed(actions, id, (action) => {
    const retryCount = isFinal ? action.maxRetries : action.retryCount + 1;
    const notBefore = now + retryPauseAfter(retryCount);
    return {
      ...action,
      status: 'failed',
      retryCount,
      lastError: error,
      lastAttempt: now,
      refused: true,
      waits: 0,
      notBefore,
    };
  });

/** The reader wants everything sent, and no loaded code can send these types. @returns also which writes those are */
export function unknownRefused(
  actions: Actions,
  isKnown: (type: string) => boolean,
  error: string,
  now: number,
): { after: Actions; unknown: Actions } {
  const unknown = actions.filter((action) => !isKnown(action.type) && !isPermanentlyFailed(action));
  const after = unknown.reduce((all, { id }) => refused(all, id, error, now, true), actions);
  return { after, unknown };
}

/** No network, or nobody is signed in. Not counted as a try. */
export const paused = (actions: Actions, id: string, error: string): Actions =>
  changed(actions, id, (action) => ({ ...action, status: 'pending', lastError: error, notBefore: 0 }));

/** The reader wants these writes tried again. */
export function retried(actions: Actions, ids: readonly string[]): Actions {
  const retriedIds = new Set(ids);
  return actions.map((action) =>
    retriedIds.has(action.id)
      ? { ...action, status: 'pending', retryCount: 0, refused: false, waits: 0, notBefore: 0 }
      : action,
  );
}

/**
 * All waiting writes may go at once: the network is back, or the reader asks for it or has signed in. Writes that can
 * still be undone keep their time. So do refused ones, because each of their tries counts, except after a sign-in.
 */
export function madeDue(actions: Actions, afterSignIn = false): Actions {
  return actions.map((action) => {
    if (action.refused && !afterSignIn) return action;
    const notBefore = action.lastAttempt === null ? (action.heldUntil ?? 0) : 0;
    return action.notBefore === notBefore ? action : { ...action, notBefore };
  });
}
