import { useMemo, useSyncExternalStore } from 'react';
import type { Readable } from '../contract/readable.ts';

/** The value as React state. */
export function useReadable<T>(readable: Readable<T>): T {
  return useSelected(readable, itself);
}

const itself = <T>(value: T) => value;

/**
 * A selected part of the value as React state: renders only when that part changes.
 * @param select must return a stable value: a primitive, or an object that is part of the value
 */
export function useSelected<T, S>(readable: Readable<T>, select: (value: T) => S): S {
  // Memoized: with a new function React would subscribe again at every render.
  const subscribe = useMemo(() => (listener: () => void) => readable.subscribe(listener), [readable]);
  const get = () => select(readable.get());
  return useSyncExternalStore(subscribe, get, get);
}
