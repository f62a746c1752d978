import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { StoreApi } from 'zustand/vanilla';

/** Selects a part of a store as a Readable. `select` must return the same object until that part changes. */
export function readableOf<S, T>(
  store: Pick<StoreApi<S>, 'getState' | 'subscribe'>,
  select: (state: S) => T,
): Readable<T> {
  return {
    get: () => select(store.getState()),
    subscribe: (listener) =>
      store.subscribe((state, before) => {
        if (!Object.is(select(state), select(before))) listener();
      }),
  };
}
