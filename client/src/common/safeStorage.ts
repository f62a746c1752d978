/**
 * A storage that never throws: if the browser blocks it (a private window, a policy) or it is full, values are kept
 * in memory.
 */
export function safeStorage(open: () => Storage): Storage {
  let real: Storage | null = null;
  try {
    real = open();
    real.getItem('');
  } catch {
    real = null;
  }
  const own = new Map<string, string>();
  const attempt = <T>(task: (storage: Storage) => T, otherwise: T): T => {
    try {
      return real ? task(real) : otherwise;
    } catch {
      return otherwise;
    }
  };
  const stored = (key: string): string | null => attempt((storage) => storage.getItem(key), null);
  const lengthOfStored = (): number => attempt((storage) => storage.length, 0);
  const onlyInMemory = (): string[] => [...own.keys()].filter((key) => stored(key) === null);
  return {
    get length() {
      return lengthOfStored() + onlyInMemory().length;
    },
    key: (index) =>
      attempt((storage) => storage.key(index), null) ?? onlyInMemory()[index - lengthOfStored()] ?? null,
    getItem: (key) => own.get(key) ?? stored(key),
    setItem(key, value) {
      const isStored = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (isStored) own.delete(key);
      else own.set(key, value);
    },
    removeItem(key) {
      own.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
    clear() {
      own.clear();
      attempt((storage) => storage.clear(), undefined);
    },
  };
}

/** The value of a JSON text; null when it is missing or not JSON. */
export function parseJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
