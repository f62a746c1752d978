import { type FSWatcher, watch } from 'node:fs';

/** Folders that are watched; the looks in between find what happens in others. */
const maxWatched = 2_000;

/**
 * Watches folders, each by itself, where the system can: folders of a network often say nothing.
 * @param changed called when something in one of them has changed
 */
export function watchFolders(changed: () => void) {
  const watchers = new Map<string, FSWatcher>();
  const end = (path: string) => {
    watchers.get(path)?.close();
    watchers.delete(path);
  };
  return {
    /** Watches these from now on, and no others. */
    set(paths: readonly string[]): void {
      const wanted = new Set(paths.slice(0, maxWatched));
      for (const path of watchers.keys()) if (!wanted.has(path)) end(path);
      for (const path of wanted) {
        if (watchers.has(path)) continue;
        try {
          const watcher = watch(path, { persistent: false }, changed);
          watcher.on('error', () => end(path));
          watchers.set(path, watcher);
        } catch {
          // Not here, or too many already: the next look finds what has changed.
        }
      }
    },
  };
}
