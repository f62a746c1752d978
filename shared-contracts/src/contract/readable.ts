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
