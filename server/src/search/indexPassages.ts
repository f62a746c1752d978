import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { ErrorLog } from '../common/runInBackground.ts';
import type { Services } from '../services/services.ts';

/** Passages of one statement: some milliseconds on SQLite, where other writes wait meanwhile. */
const atOnce = 50;

/**
 * Puts the words of a book's passages into the index of full text, where that was left for later when it was stored
 * (Engine.indexesPassagesLater): until then a search does not find them.
 */
export async function indexPassagesOf({ engine }: Pick<Services, 'engine'>, bookId: string): Promise<void> {
  const { db } = engine;
  for (;;) {
    const passages = await db
      .selectFrom('passages')
      .select('id')
      .where('book_id', '=', bookId)
      .where('indexed', '=', 0)
      .limit(atOnce)
      .execute();
    if (passages.length === 0) return;
    const ids = passages.map(({ id }) => id);
    await db.updateTable('passages').set({ indexed: 1 }).where('id', 'in', ids).execute();
    await yieldToOthers();
  }
}

/** Indexes what an earlier process has stored and not indexed, while the server answers requests. */
export function startIndexing(
  services: Pick<Services, 'engine'>,
  log: ErrorLog,
): { done: Promise<void>; stop(): Promise<void> } {
  const ending = new AbortController();
  const work = async () => {
    while (!ending.signal.aborted) {
      const left = await services.engine.db
        .selectFrom('passages')
        .select('book_id')
        .where('indexed', '=', 0)
        .limit(1)
        .executeTakeFirst();
      if (left === undefined) return;
      await indexPassagesOf(services, left.book_id);
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
