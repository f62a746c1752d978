import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { StoreApi } from 'zustand/vanilla';

/** A part of a store as a Readable. `select` must give the same object until that part has changed. */
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
