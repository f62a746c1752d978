import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';

/** Derives a Readable. `select` must be cheap and return the same value (by `Object.is`) for the same input. */
export function mapReadable<S, T>(source: Readable<S>, select: (value: S) => T): Readable<T> {
  return { get: () => select(source.get()), subscribe: (listener) => source.subscribe(listener) };
}
