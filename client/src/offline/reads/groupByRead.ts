import type { ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { ActionTypes, StoredAction } from '../queue/index.ts';

/**
 * Groups writes by the reads that they change, in the order of the writes. Computed once for a list of writes, however
 * many reads ask: ten thousand may wait.
 */
export function createGroupByRead(types: Pick<ActionTypes, 'get'>) {
  let groupedActions: readonly StoredAction[] | null = null;
  let lists = new Map<ReadKey, StoredAction[]>();

  return (actions: readonly StoredAction[]): ReadonlyMap<ReadKey, readonly StoredAction[]> => {
    // When a type is registered later, the queue shows a new list.
    if (groupedActions === actions) return lists;
    const keysOf = new Map<string, ReadKey[]>();
    lists = new Map();
    for (const action of actions) {
      let keys = keysOf.get(action.type);
      if (keys === undefined) {
        keys = Object.keys(types.get(action.type)?.overlay ?? {}) as ReadKey[];
        keysOf.set(action.type, keys);
      }
      for (const key of keys) {
        const list = lists.get(key);
        if (list) list.push(action);
        else lists.set(key, [action]);
      }
    }
    groupedActions = actions;
    return lists;
  };
}
