import { entityOf } from '@lectern/shared-contracts/sync/anyAction.ts';
import type { QueuePorts } from './queuePorts.ts';
import type { StoredAction } from './storedAction.ts';

type Actions = readonly StoredAction[];

/**
 * A tab that has lost its database sends what it has in memory. The write-ahead log, which all tabs share, knows the
 * order in which the reader wrote: an earlier write of another tab about the same thing is sent first. A tab that ends
 * without sending it is noticed within seconds (`leftBehind`), and the others send its writes.
 * @returns the writes that need not wait for another tab
 */
export function inOrderOfTabs(
  { writeAheadLog, types }: Pick<QueuePorts, 'writeAheadLog' | 'types'>,
  userId: string,
  actions: Actions,
): Actions {
  const own = new Set(actions.map(({ id }) => id));
  const firstElsewhere = new Map<string, number>();
  for (const { id, userId: whose, type, payload, settled, order } of writeAheadLog.ofOtherTabs()) {
    const known = types.get(type);
    if (whose !== userId || settled || own.has(id) || known === undefined || order === undefined) continue;
    const entity = entityOf(known, payload);
    if (entity === null) continue;
    firstElsewhere.set(entity, Math.min(order, firstElsewhere.get(entity) ?? order));
  }
  if (firstElsewhere.size === 0) return actions;
  return actions.filter(({ entity, timestamp }) => timestamp < (firstElsewhere.get(entity) ?? Infinity));
}
