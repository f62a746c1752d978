import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { applyOptimistic } from '@lectern/shared-contracts/sync/anyAction.ts';
import type { ActionTypes } from '../common/actionTypes.ts';
import type { StoredAction } from '../queue/index.ts';
import type { Freshness } from './freshness.ts';
import type { Persister } from './persister.ts';
import type { QueryCache } from './queryCache.ts';
import { groupByRead } from './waitingWrites.ts';

interface CommitPorts {
  cache: QueryCache;
  persister: Pick<Persister, 'changeAll'>;
  types: Pick<ActionTypes, 'get'>;
  freshness: Pick<Freshness, 'invalidate'>;
  /** Id of the reader whose answers are in memory. */
  readerId(): string | undefined;
  isOffline(): boolean;
}

/** Makes accepted writes part of all answers, in memory and in the persister. */
export interface CommittedWrites {
  commit(actions: readonly StoredAction[]): Promise<void>;
  /** Forgets which writes were committed: another reader has signed in. */
  clear(): void;
}

export function createCommittedWrites(ports: CommitPorts): CommittedWrites {
  const { cache, persister, types, freshness, isOffline } = ports;
  /** Ids of writes that are already part of the answers. */
  const committed = new Set<string>();

  return {
    async commit(actions) {
      const userId = actions[0]?.userId ?? '';
      // Another tab may have sent one again, perhaps after a later write about the same entity: it was applied before.
      const effective = new Set(actions.filter(({ id }) => !committed.has(id)));
      for (const { id } of actions) committed.add(id);
      for (const [key, ofRead] of groupByRead(actions, types)) {
        const applied = ofRead.filter((action) => effective.has(action));
        const change = (value: unknown, request: unknown) =>
          applyOptimistic(key, request as never, value as never, applied, types.get) as never;
        freshness.invalidate(key);
        // After somebody else has signed in, memory holds another reader's answers.
        for (const name of userId === ports.readerId() ? cache.names(key) : []) {
          cache.get(name)?.observer.commit(change, applied);
          cache.refetchLater(name, ({ query }) => {
            if (!isOffline()) runInBackground(query.fetch());
          });
        }
        await persister.changeAll(userId, key, change);
      }
    },
    clear: () => committed.clear(),
  };
}
