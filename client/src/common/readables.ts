import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { StoreApi } from 'zustand/vanilla';

/** Derives a Readable. `select` must be cheap and return the same value (by `Object.is`) for the same input. */
export function mapReadable<S, T>(source: Readable<S>, select: (value: S) => T): Readable<T> {
  return { get: () => select(source.get()), subscribe: (listener) => source.subscribe(listener) };
}

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

/** Resolves when a read is no longer loading: it has data or has failed. */
export function settled(read: Readable<{ status: string }>): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (read.get().status === 'loading') return;
      stop();
      resolve();
    };
    const stop = read.subscribe(check);
    check();
  });
}
