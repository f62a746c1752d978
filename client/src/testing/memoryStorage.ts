/** In-memory Storage. */
export function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      values.set(key, value);
    },
    removeItem: (key) => {
      values.delete(key);
    },
    clear: () => values.clear(),
  };
}

/** Number of entries of the write-ahead log in this storage. */
export const loggedIn = (local: Storage): number =>
  Array.from({ length: local.length }, (_, index) => local.key(index) ?? '').filter((key) =>
    key.startsWith('lectern.journal.'),
  ).length;
