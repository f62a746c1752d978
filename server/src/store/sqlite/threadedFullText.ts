import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';
import type { FullText } from '../fullText.ts';
import type { SearchTask } from './searchWorker.ts';

/** Milliseconds after which the thread is ended when nobody searches. */
const restLimit = 60_000;

/**
 * Full text by FTS5, in a thread of its own: SQLite works on the thread that asks it, and a search
 * for words that are everywhere would keep every other reader waiting. It sees what has been
 * committed, whatever transaction it is asked from.
 */
export function threadedFullText(path: string): FullText & { stop(): Promise<void> } {
  let thread: Promise<Piscina<SearchTask, unknown>> | undefined;
  // Begun with the first search: a server on which nobody searches has no need of it.
  const begin = async () => {
    const { Piscina } = await import('piscina');
    return new Piscina<SearchTask, unknown>({
      filename: fileURLToPath(new URL('../../../searchWorker.mjs', import.meta.url)),
      workerData: { path },
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: restLimit,
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
      env: {},
    });
  };
  const run = async <T>(task: SearchTask): Promise<T> => {
    thread ??= begin();
    return (await (await thread).run(task)) as T;
  };
  return {
    search: (_db, query) => run({ name: 'search', args: [query] }),
    count: (_db, ...args) => run({ name: 'count', args }),
    wordsLike: (_db, ...args) => run({ name: 'wordsLike', args }),
    async stop() {
      await (await thread)?.destroy();
    },
  };
}
