export interface FileCache {
  /** Null when there is none. Rejects as the source does; a failure is not kept. */
  read(path: string): Promise<Buffer | null>;
}

/**
 * Files that never change, kept in memory as long as there is room: what was asked for last stays. Asked
 * for twice at the same time, a file is read once.
 * @param bytes at most, of all of them
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
          // What was not there may be published in a moment.
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
