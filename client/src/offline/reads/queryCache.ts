import type { ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { ActionTypes, StoredAction } from '../queue/index.ts';
import type { QueryObserver } from './query.ts';

export interface CachedQuery<K extends ReadKey = never> {
  observer: QueryObserver<K>;
  /** Its list takes more than one request. */
  isLong: boolean;
}

/** A read that nobody watches is kept this long, in milliseconds: a page that comes back finds it. */
const gcTimeMs = 30_000;
/** After accepted writes a read is fetched again this much later, in milliseconds. */
const refetchAfterMs = { short: 500, long: 5_000 };

/** The reads in memory, by the name that queryKey gives them. */
export class QueryCache {
  readonly #queries = new Map<string, CachedQuery>();
  readonly #refetches = new Map<string, ReturnType<typeof setTimeout>>();

  get<K extends ReadKey>(name: string): CachedQuery<K> | undefined {
    return this.#queries.get(name) as CachedQuery<K> | undefined;
  }

  add<K extends ReadKey>(name: string, query: CachedQuery<K>): void {
    this.#queries.set(name, query as unknown as CachedQuery);
  }

  has(name: string): boolean {
    return this.#queries.has(name);
  }

  /** @param key of the route; all routes by default */
  names(key?: ReadKey): readonly string[] {
    const all = [...this.#queries.keys()];
    return key === undefined ? all : all.filter((name) => this.#queries.get(name)?.observer.key === key);
  }

  observers(key?: ReadKey): readonly QueryObserver<never>[] {
    const all = [...this.#queries.values()].map(({ observer }) => observer);
    return key === undefined ? all : all.filter((observer) => observer.key === key);
  }

  /** Forgets a read that is still unwatched in a while. */
  removeLater(name: string): void {
    setTimeout(() => {
      if (this.#queries.get(name)?.observer.isWatched === false) this.#queries.delete(name);
    }, gcTimeMs);
  }

  /** Calls `refetch` a little later, once for any number of accepted writes. Long lists wait longer. */
  refetchLater(name: string, refetch: (observer: QueryObserver<never>) => void): void {
    const query = this.#queries.get(name);
    if (query?.observer.isWatched !== true) return;
    clearTimeout(this.#refetches.get(name));
    const work = (): void => {
      this.#refetches.delete(name);
      refetch(query.observer);
    };
    this.#refetches.set(name, setTimeout(work, query.isLong ? refetchAfterMs.long : refetchAfterMs.short));
  }

  clear(): void {
    for (const timer of this.#refetches.values()) clearTimeout(timer);
    this.#refetches.clear();
    this.#queries.clear();
  }
}

/** Which answers need not be fetched again yet. */
export function createFreshness(now: () => number) {
  const startedAt = now();
  const invalidatedAt = new Map<ReadKey, number>();
  return {
    /** All answers of this route are outdated from now on. */
    invalidate: (key: ReadKey) => invalidatedAt.set(key, now()),
    /**
     * Fetched by this page and not too long ago; before this visit another device may have written.
     * @param ttl in milliseconds
     */
    isFresh: (fetchedAt: number, key: ReadKey, ttl: number) =>
      fetchedAt >= startedAt && fetchedAt > (invalidatedAt.get(key) ?? 0) && now() - fetchedAt < ttl,
  };
}

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
