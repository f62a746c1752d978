import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';
import type { FullText } from '../fullText.ts';
import type { SearchTask } from './searchWorker.ts';

/** Milliseconds after which the idle thread is ended. */
const idleTimeoutMs = 60_000;

/**
 * FTS5 search in a separate thread: SQLite blocks its thread, and searching for frequent words would block all other
 * requests. It sees committed data only, even when called within a transaction.
 */
export function threadedFullText(path: string): FullText & { stop(): Promise<void> } {
  let thread: Promise<Piscina<SearchTask, unknown>> | undefined;
  // Started with the first search.
  const begin = async () => {
    const { Piscina } = await import('piscina');
    return new Piscina<SearchTask, unknown>({
      filename: fileURLToPath(new URL('../../../searchWorker.mjs', import.meta.url)),
      workerData: { path },
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleTimeoutMs,
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
