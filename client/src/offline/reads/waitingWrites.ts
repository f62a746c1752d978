import type { ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { ActionTypes } from '../common/actionTypes.ts';
import type { StoredAction } from '../queue/index.ts';
import { createGroupByRead } from './groupByRead.ts';

/** The waiting writes of each read, as the same list until one of them changes. */
export class WaitingWrites {
  readonly #waiting: Readable<readonly StoredAction[]>;
  readonly #groups: ReturnType<typeof createGroupByRead>;
  readonly #lists = new Map<ReadKey, readonly StoredAction[]>();

  constructor(waiting: Readable<readonly StoredAction[]>, types: Pick<ActionTypes, 'get'>) {
    this.#waiting = waiting;
    this.#groups = createGroupByRead(types);
  }

  of(key: ReadKey): readonly StoredAction[] {
    const next = this.#groups(this.#waiting.get()).get(key) ?? [];
    const before = this.#lists.get(key);
    if (before !== undefined && areSame(before, next)) return before;
    this.#lists.set(key, next);
    return next;
  }

  clear(): void {
    this.#lists.clear();
  }
}

function areSame(before: readonly StoredAction[], next: readonly StoredAction[]): boolean {
  return (
    next.length === before.length &&
    next.every(({ id, payload }, index) => id === before[index]?.id && payload === before[index]?.payload)
  );
}
