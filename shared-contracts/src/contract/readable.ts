/** An observable value. `get` returns the same object until the value changes. */
export interface Readable<T> {
  get(): T;
  /** @returns unsubscribes */
  subscribe(listener: () => void): () => void;
}

/** An observable value that can be set. Keep it private and pass it on as a Readable. */
export interface Writable<T> extends Readable<T> {
  /** Does not notify when the value is unchanged. */
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
      // A wrapper for each subscription, so that one function can subscribe twice.
      const notifyListener = () => listener();
      listeners.add(notifyListener);
      return () => listeners.delete(notifyListener);
    },
  };
}
