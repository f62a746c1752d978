export interface FileCache {
  /** Null when there is no such file. Rejects as the source does; failures are not cached. */
  read(path: string): Promise<Buffer | null>;
}

/**
 * An LRU cache of immutable files. Concurrent reads of a file share one.
 * @param bytes maximum total size
 */
export function createFileCache(source: (path: string) => Promise<Buffer | null>, bytes: number): FileCache {
  const known = new Map<string, { file: Promise<Buffer | null>; size: number }>();
  let held = 0;

  function forget(path: string): void {
    held -= known.get(path)?.size ?? 0;
    known.delete(path);
  }

  return {
    read(path) {
      const found = known.get(path);
      if (found) {
        known.delete(path);
        known.set(path, found);
        return found.file;
      }
      const file = source(path);
      const entry = { file, size: 0 };
      known.set(path, entry);
      file.then(
        (read) => {
          if (known.get(path) !== entry) return;
          // Do not cache misses: the file may be published any moment.
          if (read === null) return forget(path);
          entry.size = read.length;
          held += read.length;
          for (const [oldest] of known) {
            if (held <= bytes) break;
            forget(oldest);
          }
        },
        () => known.get(path) === entry && forget(path),
      );
      return file;
    },
  };
}
