import type { AnyActionType } from '@lectern/shared-contracts/sync/anyAction.ts';
import { limits } from '../common/limits.ts';
import { isPermanentlyFailed, isUntouched, type StoredAction } from './storedAction.ts';
import { changed, removed } from './transitions.ts';

type Actions = readonly StoredAction[];

export interface NewAction {
  /** Made anew for each write. */
  id: string;
  payload: unknown;
  userId: string;
  /** Milliseconds for which it can be taken back. */
  holdFor?: number;
  /** An earlier page may have sent it. */
  attempted?: boolean;
  /** What that page had made of the write with this id when its database was gone, and no other page can have. */
  whole?: boolean;
  /** Id of the failed write whose place it takes; without that one nothing is added. */
  insteadOf?: string;
  /** Greater than the timestamp of all that any tab has in the write-ahead log. */
  order?: number;
  /** Milliseconds from the clock by which it was made to the server's, when that is known. */
  clockOff?: number | undefined;
  /** A page that was closed has left it: others may have written since. */
  isLeft?: boolean;
}

/** Whether another tab may send a write as it has it. */
type IsElsewhere = (id: string) => boolean;

/** A write is added; it may become one with the last about the same thing, or make earlier ones pointless. */
export function added(
  actions: Actions,
  type: AnyActionType,
  action: NewAction,
  now: number,
  isElsewhere: IsElsewhere = () => false,
): Actions {
  const { insteadOf, isLeft } = action;
  const add = (before: Actions): Actions =>
    isLeft || isOvertaken(before, type, action)
      ? inItsPlace(before, type, action, now)
      : appended(before, type, action, now, isElsewhere);
  if (insteadOf === undefined) return add(actions);
  if (!actions.some(({ id }) => id === insteadOf)) return actions;
  return add(removed(actions, insteadOf));
}

/** Another tab has written about the same thing since, and was the first to reach the database. */
function isOvertaken(actions: Actions, type: AnyActionType, { payload, order, holdFor }: NewAction): boolean {
  if (order === undefined || holdFor !== undefined) return false;
  const entity = type.entity(payload as never);
  // The oldest come first.
  const firstLater = actions.findLastIndex(({ timestamp }) => timestamp <= order) + 1;
  return actions.slice(firstLater).some((action) => action.entity === entity);
}

/**
 * What a page that was closed had begun, or what was overtaken on the way to the database. It comes where it was in the
 * order, and stays by itself: what others have written since, or what waits for them, must not be replaced by it.
 */
function inItsPlace(
  actions: Actions,
  type: AnyActionType,
  { id, payload, userId, attempted = false, whole = false, order, clockOff }: NewAction,
  now: number,
): Actions {
  if (actions.some((action) => action.id === id))
    return changed(actions, id, (known) => ({
      ...known,
      // Once is enough; but the page may have made more of it while its database was gone.
      ...(whole && { payload }),
      ...(attempted && isUntouched(known) && { lastAttempt: now, refused: false }),
    }));
  const entity = type.entity(payload as never);
  const comesAfter = new Set([...Object.keys(type.joins ?? {}), ...(type.supersedes ?? [])]);
  const moments = new Set<number>();
  let timestamp = order ?? Math.max(now, (actions.at(-1)?.timestamp ?? 0) + 1);
  for (const action of actions) {
    moments.add(action.timestamp);
    // Whatever clock it was: a change comes after what made the thing, a deletion after all.
    if (action.entity === entity && comesAfter.has(action.type))
      timestamp = Math.max(timestamp, action.timestamp + 1);
  }
  while (moments.has(timestamp)) timestamp += 1;
  const action = {
    ...fresh(type, { id, payload, userId, timestamp, entity, clockOff }),
    lastAttempt: attempted ? now : null,
  };
  return [...actions, action].toSorted((a, b) => a.timestamp - b.timestamp);
}

function appended(
  actions: Actions,
  type: AnyActionType,
  { id, payload: asked, userId, holdFor, order, clockOff }: NewAction,
  now: number,
  isElsewhere: IsElsewhere,
): Actions {
  const isHereAlone = (action: StoredAction): boolean => isUntouched(action) && !isElsewhere(action.id);
  const entity = type.entity(asked as never);
  // What may be taken back must leave everything else as it was.
  const pointless = new Set(holdFor === undefined ? type.supersedes : []);
  const superseded: StoredAction[] = [];
  let newest: StoredAction | null = null;
  let last: StoredAction | null = null;
  // One pass: ten thousand may wait.
  for (const action of actions) {
    if (action.id === id) return actions;
    newest = newer(newest, action);
    if (action.entity !== entity) continue;
    if (pointless.has(action.type) && (isHereAlone(action) || isPermanentlyFailed(action)))
      superseded.push(action);
    else last = newer(last, action);
  }
  const kept = superseded.length === 0 ? actions : actions.filter((action) => !superseded.includes(action));
  const payload = superseded.reduce<unknown>(
    (own, { payload: old }) => type.inherits?.(old, own as never) ?? own,
    asked,
  );
  // Moments are all different and never go back, whatever the clock of the device does: they are the order. That of the
  // log is when the reader made it: by now another tab may have written.
  const timestamp = order ?? Math.max(now, (newest?.timestamp ?? 0) + 1);
  const joined =
    holdFor === undefined && last !== null && isHereAlone(last)
      ? type.joins?.[last.type]?.(last.payload as never, payload as never)
      : null;
  if (last !== null && joined !== null && joined !== undefined) {
    const one = { ...last, ...(last.refused ? anew(id) : {}), payload: joined };
    return kept.map((action) => (action.id === last.id ? one : action));
  }
  const merged =
    holdFor === undefined && last?.type === type.type && last.status !== 'syncing' && !isElsewhere(last.id)
      ? type.merge?.(last.payload as never, payload as never)
      : null;
  if (last !== null && merged !== null && merged !== undefined) {
    const one = { payload: merged, userId, entity, clockOff };
    if (last.lastAttempt === null) {
      const again = fresh(type, { ...one, id: last.id, timestamp: last.timestamp });
      return kept.map((action) => (action.id === last.id ? again : action));
    }
    // The earlier one may have arrived, and may wait in another tab: this comes after it.
    return [...removed(kept, last.id), fresh(type, { ...one, id, timestamp })];
  }
  const action = fresh(type, { id, payload, userId, timestamp, entity, clockOff });
  if (holdFor === undefined) return [...kept, action];
  return [...kept, { ...action, notBefore: now + holdFor, heldUntil: now + holdFor }];
}

/** What the server has refused it is asked anew, under another key. */
const anew = (id: string) =>
  ({
    id,
    status: 'pending',
    retryCount: 0,
    lastError: null,
    lastAttempt: null,
    refused: false,
    notBefore: 0,
  }) as const;

function fresh(
  type: AnyActionType,
  {
    clockOff,
    ...own
  }: Pick<StoredAction, 'id' | 'payload' | 'userId' | 'timestamp' | 'entity'> & Pick<NewAction, 'clockOff'>,
): StoredAction {
  return {
    ...own,
    ...(clockOff !== undefined && { clockOff }),
    type: type.type,
    status: 'pending',
    priority: type.priority,
    retryCount: 0,
    maxRetries: limits.maxRetries,
    lastError: null,
    lastAttempt: null,
    notBefore: 0,
    refused: false,
  };
}

const newer = (known: StoredAction | null, action: StoredAction): StoredAction =>
  known === null || action.timestamp > known.timestamp ? action : known;
