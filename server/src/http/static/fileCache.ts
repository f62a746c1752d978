export interface FileCache {
  /** Null when there is no such file. Rejects as the source does; failures are not cached. */
  read(path: string): Promise<Buffer | null>;
}

/**
 * An LRU cache of immutable files. Concurrent reads of a file share one.
 * @param bytes maximum total size
 */
export function createFileCache(source: (path: string) => Promise<Buffer | null>, bytes: number): FileCache {
  const entries = new Map<string, { file: Promise<Buffer | null>; size: number }>();
  let held = 0;

  function forget(path: string): void {
    held -= entries.get(path)?.size ?? 0;
    entries.delete(path);
  }

  return {
    read(path) {
      const cached = entries.get(path);
      if (cached) {
        entries.delete(path);
        entries.set(path, cached);
        return cached.file;
      }
      const file = source(path);
      const entry = { file, size: 0 };
      entries.set(path, entry);
      file.then(
        (read) => {
          if (entries.get(path) !== entry) return;
          // Do not cache misses: the file may be published any moment.
          if (read === null) return forget(path);
          entry.size = read.length;
          held += read.length;
          for (const [oldest] of entries) {
            if (held <= bytes) break;
            forget(oldest);
          }
        },
        () => entries.get(path) === entry && forget(path),
      );
      return file;
    },
  };
}
