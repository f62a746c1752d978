import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ErrorLog } from '../run/common/runInBackground.ts';
import type { Engine } from './engine.ts';

/** Passages of one statement: some milliseconds on SQLite, during which other writes wait. */
const batchSize = 50;

/**
 * Adds a book's passages to the full-text index, where the engine defers that when a book is stored
 * (Engine.indexesPassagesLater). Until then a search does not find them.
 */
export async function indexPassagesOf(
  { engine }: { engine: Pick<Engine, 'db'> },
  bookId: string,
): Promise<void> {
  const { db } = engine;
  for (;;) {
    const passages = await db
      .selectFrom('passages')
      .select('id')
      .where('book_id', '=', bookId)
      .where('indexed', '=', 0)
      .limit(batchSize)
      .execute();
    if (passages.length === 0) return;
    const ids = passages.map(({ id }) => id);
    await db.updateTable('passages').set({ indexed: 1 }).where('id', 'in', ids).execute();
    await yieldToEventLoop();
  }
}

/** Indexes, in the background, passages that an earlier process stored and did not index. */
export function startIndexing(
  services: { engine: Pick<Engine, 'db'> },
  log: ErrorLog,
): { done: Promise<void>; stop(): Promise<void> } {
  const ending = new AbortController();
  const work = async () => {
    while (!ending.signal.aborted) {
      const passage = await services.engine.db
        .selectFrom('passages')
        .select('book_id')
        .where('indexed', '=', 0)
        .limit(1)
        .executeTakeFirst();
      if (passage === undefined) return;
      await indexPassagesOf(services, passage.book_id);
    }
  };
  const done = work().catch((err: unknown) => log.error({ err }, 'passages could not be indexed'));
  return {
    done,
    async stop() {
      ending.abort();
      await done;
    },
  };
}
