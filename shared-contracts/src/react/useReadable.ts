import { useMemo, useSyncExternalStore } from 'react';
import type { Readable } from '../contract/readable.ts';

/** The fact as React state. */
export function useReadable<T>(readable: Readable<T>): T {
  return useSelected(readable, itself);
}

const itself = <T>(value: T) => value;

/**
 * What is wanted of the fact, as React state: only when that changes is anything rendered anew.
 * @param select gives of the same fact the same: a number, a word, an object that is part of it
 */
export function useSelected<T, S>(readable: Readable<T>, select: (value: T) => S): S {
  // Made once for each fact: with a new function React would stop and start listening at every render.
  const subscribe = useMemo(() => (listener: () => void) => readable.subscribe(listener), [readable]);
  const get = () => select(readable.get());
  return useSyncExternalStore(subscribe, get, get);
}
