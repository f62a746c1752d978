import { useSyncExternalStore } from 'react';

/** A fact that changes: read it, or be told. `get` gives the same object until the fact has changed. */
export interface Readable<T> {
  get(): T;
  /** @returns a function that stops the telling. */
  subscribe(listener: () => void): () => void;
}

/** The fact as React state. */
export function useReadable<T>(readable: Readable<T>): T {
  return useSyncExternalStore(
    (listener) => readable.subscribe(listener),
    () => readable.get(),
  );
}
