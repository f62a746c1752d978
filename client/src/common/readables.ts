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

/** Resolves with the first value that is accepted. */
export function until<T>(source: Readable<T>, accepts: (value: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    const check = () => {
      const value = source.get();
      if (!accepts(value)) return;
      stop();
      resolve(value);
    };
    const stop = source.subscribe(check);
    check();
  });
}

/** Resolves when a read is no longer loading: it has data or has failed. */
export const settled = <T extends { status: string }>(read: Readable<T>): Promise<T> =>
  until(read, ({ status }) => status !== 'loading');
