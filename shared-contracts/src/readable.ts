import { useMemo, useSyncExternalStore } from 'react';

/** A fact that changes: read it, or be told. `get` gives the same object until the fact has changed. */
export interface Readable<T> {
  get(): T;
  /** @returns a function that stops the telling. */
  subscribe(listener: () => void): () => void;
}

/** A fact with the handle that changes it; keep the handle to yourself and pass the rest on. */
export interface Writable<T> extends Readable<T> {
  /** Tells nobody when the value is the same as before. */
  set(value: T): void;
}

export function createWritable<T>(initial: T): Writable<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      // Each telling its own, so that the same function may be told twice and stopped once.
      const told = () => listener();
      listeners.add(told);
      return () => listeners.delete(told);
    },
  };
}

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
