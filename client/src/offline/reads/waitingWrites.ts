import type { ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { ActionTypes, StoredAction } from '../queue/index.ts';

type Actions = readonly StoredAction[];

/** Groups writes by the reads that they change, in the order of the writes. */
export function groupByRead(actions: Actions, types: Pick<ActionTypes, 'get'>): Map<ReadKey, StoredAction[]> {
  const groups = new Map<ReadKey, StoredAction[]>();
  for (const action of actions)
    for (const key of Object.keys(types.get(action.type)?.overlay ?? {}) as ReadKey[]) {
      const group = groups.get(key);
      if (group) group.push(action);
      else groups.set(key, [action]);
    }
  return groups;
}

/** The waiting writes of each read, as the same list until one of them changes. */
export class WaitingWrites {
  readonly #waiting: Readable<Actions>;
  readonly #types: Pick<ActionTypes, 'get'>;
  readonly #lists = new Map<ReadKey, Actions>();
  /** The waiting writes by read. When a type is registered later, the queue shows a new list. */
  #grouped: { actions: Actions; groups: ReadonlyMap<ReadKey, Actions> } | null = null;

  constructor(waiting: Readable<Actions>, types: Pick<ActionTypes, 'get'>) {
    this.#waiting = waiting;
    this.#types = types;
  }

  of(key: ReadKey): Actions {
    const actions = this.#waiting.get();
    if (this.#grouped?.actions !== actions)
      this.#grouped = { actions, groups: groupByRead(actions, this.#types) };
    const next = this.#grouped.groups.get(key) ?? [];
    const before = this.#lists.get(key);
    if (before !== undefined && areSame(before, next)) return before;
    this.#lists.set(key, next);
    return next;
  }

  clear(): void {
    this.#lists.clear();
  }
}

const areSame = (before: Actions, next: Actions): boolean =>
  next.length === before.length &&
  next.every(({ id, payload }, index) => id === before[index]?.id && payload === before[index]?.payload);
