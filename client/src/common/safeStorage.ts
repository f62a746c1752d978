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
  return {
    get length() {
      return attempt((storage) => storage.length, own.size);
    },
    key: (index) => attempt((storage) => storage.key(index), [...own.keys()][index] ?? null),
    getItem: (key) => own.get(key) ?? attempt((storage) => storage.getItem(key), null),
    setItem(key, value) {
      const kept = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (kept) own.delete(key);
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
