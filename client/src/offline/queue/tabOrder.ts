import { entityOf } from '@lectern/shared-contracts/sync/anyAction.ts';
import type { OtherTabs } from './addAction.ts';
import type { QueuePorts } from './queuePorts.ts';
import type { StoredAction } from './storedAction.ts';

type Actions = readonly StoredAction[];
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
