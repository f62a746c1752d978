import { type AnyActionType, entityOf } from '@lectern/shared-contracts/sync/anyAction.ts';
import { limits } from '../common/limits.ts';
import type { QueuePorts } from './queuePorts.ts';
import { isPermanentlyFailed, isUntouched, type StoredAction } from './storedAction.ts';
import { changed, removed } from './transitions.ts';

type Actions = readonly StoredAction[];

export interface NewAction {
  /** New for each write. */
  id: string;
  payload: unknown;
  userId: string;
  /** Milliseconds for which it can be undone. */
  holdFor?: number;
  /** An earlier page may already have sent it. */
  attempted?: boolean;
  /** That page edited the payload while its database was gone, so no other page has this version. */
  whole?: boolean;
  /** Id of the failed write that it replaces. If that one is gone, nothing is added. */
  insteadOf?: string;
  /** Its place in the order, from the write-ahead log: greater than that of every earlier write of any tab. */
  order?: number;
  /** Difference from the device's clock to the server's when it was made, in milliseconds, if known. */
  clockOff?: number | undefined;
  /** A closed page has left it; others may have written since. */
  isLeft?: boolean;
}

/** What other tabs have in memory. */
export interface OtherTabs {
  /** Whether one has this write and may send its own version of it. */
  has(id: string): boolean;
  /** Whether one has written about this entity after this moment in the order. */
  wroteAfter(entity: string, timestamp: number): boolean;
}

const noOtherTabs: OtherTabs = { has: () => false, wroteAfter: () => false };

/**
 * Adds a write. It may be combined with the last one about the same entity, or supersede earlier ones.
 * @param actions oldest first
 */
export function added(
  actions: Actions,
  type: AnyActionType,
  action: NewAction,
  now: number,
  others: OtherTabs = noOtherTabs,
): Actions {
  const { insteadOf, isLeft } = action;
  const add = (before: Actions): Actions =>
    isLeft || isOvertaken(before, type, action)
      ? insertedByOrder(before, type, action, now)
      : appended(before, type, action, now, others);
  if (insteadOf === undefined) return add(actions);
  if (!actions.some(({ id }) => id === insteadOf)) return actions;
  return add(removed(actions, insteadOf));
}

/** Another tab has written about the same entity later, but reached the database first. */
function isOvertaken(actions: Actions, type: AnyActionType, { payload, order, holdFor }: NewAction): boolean {
  if (order === undefined || holdFor !== undefined) return false;
  const entity = type.entity(payload as never);
  // The oldest come first.
  const firstLater = actions.findLastIndex(({ timestamp }) => timestamp <= order) + 1;
  return actions.slice(firstLater).some((action) => action.entity === entity);
}

/**
 * Adds a write that a closed page had begun, or that was overtaken on its way to the database. It gets its own place in
 * the order and is not combined with others: it must not replace what other tabs have written since.
 */
function insertedByOrder(
  actions: Actions,
  type: AnyActionType,
  { id, payload, userId, attempted = false, whole = false, order, clockOff }: NewAction,
  now: number,
): Actions {
  if (actions.some((action) => action.id === id))
    return changed(actions, id, (existing) => ({
      ...existing,
      // It is there already, but that page may have edited it while its database was gone.
      ...(whole && { payload }),
      ...(attempted && isUntouched(existing) && { lastAttempt: now, refused: false }),
    }));
  const entity = type.entity(payload as never);
  const comesAfter = new Set([...Object.keys(type.joins ?? {}), ...(type.supersedes ?? [])]);
  const moments = new Set<number>();
  let timestamp = order ?? Math.max(now, (actions.at(-1)?.timestamp ?? 0) + 1);
  for (const action of actions) {
    moments.add(action.timestamp);
    // Regardless of clocks: an edit comes after the creation of its entity, a deletion after all other writes.
    if (action.entity === entity && comesAfter.has(action.type))
      timestamp = Math.max(timestamp, action.timestamp + 1);
  }
  while (moments.has(timestamp)) timestamp += 1;
  const action = {
    ...newStoredAction(type, { id, payload, userId, timestamp, entity, clockOff }),
    lastAttempt: attempted ? now : null,
  };
  return [...actions, action].toSorted((a, b) => a.timestamp - b.timestamp);
}

function appended(
  actions: Actions,
  type: AnyActionType,
  { id, payload: newPayload, userId, holdFor, order, clockOff }: NewAction,
  now: number,
  others: OtherTabs,
): Actions {
  const entity = type.entity(newPayload as never);
  if (actions.some((action) => action.id === id)) return actions;
  // A write that can be undone must leave the others as they are.
  const supersededTypes = new Set(holdFor === undefined ? type.supersedes : []);
  const superseded = actions.filter(
    (action) =>
      action.entity === entity &&
      supersededTypes.has(action.type) &&
      (isOnlyHere(action, others) || isPermanentlyFailed(action)),
  );
  const remaining = actions.filter((action) => !superseded.includes(action));
  const last = remaining.findLast((action) => action.entity === entity);
  const payload = superseded.reduce<unknown>(
    (own, { payload: old }) => type.inherits?.(old, own as never) ?? own,
    newPayload,
  );
  // Timestamps are all different and never decrease, whatever the device's clock does: they are the order. The log's
  // timestamp is when the reader made the write; another tab may have written since.
  const timestamp = order ?? Math.max(now, (actions.at(-1)?.timestamp ?? 0) + 1);
  const write = { id, payload, userId, timestamp, entity, clockOff };
  if (holdFor !== undefined) {
    const action = newStoredAction(type, write);
    return [...remaining, { ...action, notBefore: now + holdFor, heldUntil: now + holdFor }];
  }
  const combined = last && combinedWith(last, remaining, type, write, others);
  return combined ?? [...remaining, newStoredAction(type, write)];
}

/** The write has not been sent, and no other tab has it and may send its own version of it. */
const isOnlyHere = (action: StoredAction, others: OtherTabs): boolean =>
  isUntouched(action) && !others.has(action.id);

/**
 * Combines a new write with the last one about the same entity: as a part of it (`joins`) or in its place (`merge`).
 * @returns null when it cannot
 */
function combinedWith(
  last: StoredAction,
  actions: Actions,
  type: AnyActionType,
  write: NewStoredAction,
  others: OtherTabs,
): Actions | null {
  // Combined, it would take the earlier one's place in the order, before what another tab has written since.
  if (others.wroteAfter(write.entity, last.timestamp)) return null;
  const replaced = (by: StoredAction): Actions =>
    actions.map((action) => (action.id === last.id ? by : action));
  const joined = isOnlyHere(last, others)
    ? type.joins?.[last.type]?.(last.payload as never, write.payload as never)
    : null;
  if (joined !== null && joined !== undefined)
    return replaced({ ...last, ...(last.refused ? resetFields(write.id) : {}), payload: joined });
  const canMerge = last.type === type.type && last.status !== 'syncing' && !others.has(last.id);
  const payload = canMerge ? type.merge?.(last.payload as never, write.payload as never) : null;
  if (payload === null || payload === undefined) return null;
  if (last.lastAttempt === null)
    return replaced(newStoredAction(type, { ...write, payload, id: last.id, timestamp: last.timestamp }));
  // The earlier one may have arrived, or may wait in another tab: this one comes after it.
  return [...removed(actions, last.id), newStoredAction(type, { ...write, payload })];
}

/** The fields of a refused write that is sent again, under another key. */
const resetFields = (id: string) =>
  ({
    id,
    status: 'pending',
    retryCount: 0,
    lastError: null,
    lastAttempt: null,
    refused: false,
    notBefore: 0,
  }) as const;

type NewStoredAction = Pick<StoredAction, 'id' | 'payload' | 'userId' | 'timestamp' | 'entity'> &
  Pick<NewAction, 'clockOff'>;

function newStoredAction(type: AnyActionType, { clockOff, ...own }: NewStoredAction): StoredAction {
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

type TabOrderPorts = Pick<QueuePorts, 'writeAheadLog' | 'types'>;

/** The reader's unsent writes that other tabs have in memory: the entity that each is about, and its order. */
function writesElsewhere({ writeAheadLog, types }: TabOrderPorts, userId: string) {
  return writeAheadLog.ofOtherTabs().flatMap(({ id, userId: owner, type, payload, settled, order }) => {
    const actionType = types.get(type);
    if (owner !== userId || settled || actionType === undefined) return [];
    const entity = entityOf(actionType, payload);
    return entity === null ? [] : [{ id, entity, order }];
  });
}

/** What the write-ahead log says about the other tabs. */
export const otherTabs = (ports: TabOrderPorts, userId: string): OtherTabs => ({
  has: ports.writeAheadLog.isElsewhere,
  wroteAfter: (entity, timestamp) =>
    writesElsewhere(ports, userId).some((write) => write.entity === entity && write.order > timestamp),
});

/**
 * A tab that has lost its database sends what it has in memory. The write-ahead log, which all tabs share, knows the
 * order in which the reader wrote: an earlier write of another tab about the same entity is sent first. A tab that ends
 * without sending it is noticed within seconds (`leftBehind`), and the others send its writes.
 * @returns the writes that need not wait for another tab
 */
export function inOrderOfTabs(ports: TabOrderPorts, userId: string, actions: Actions): Actions {
  const own = new Set(actions.map(({ id }) => id));
  const firstElsewhere = new Map<string, number>();
  for (const { id, entity, order } of writesElsewhere(ports, userId)) {
    if (!own.has(id)) firstElsewhere.set(entity, Math.min(order, firstElsewhere.get(entity) ?? order));
  }
  if (firstElsewhere.size === 0) return actions;
  return actions.filter(({ entity, timestamp }) => timestamp < (firstElsewhere.get(entity) ?? Infinity));
}
