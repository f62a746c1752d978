import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorLog } from '../common/runInBackground.ts';
import type { Services } from '../services/services.ts';

/** Passages of one transaction: some milliseconds on SQLite, where requests wait meanwhile. */
const pieceSize = 100;
/** Milliseconds between two pieces. */
const betweenPieces = 20;
const settingName = 'reindex_passages';

/** Of the setting that a migration leaves: ids of passages. */
interface Remaining {
  /** Up to this one all are done. */
  after: number;
  last: number;
}

/**
 * Cuts the words of the next passages anew that were indexed by the rules of an earlier version, in one transaction
 * with the note of how far it is. Several processes take turns.
 * @returns whether there are more
 */
export async function reindexNextPassages({ engine }: Pick<Services, 'engine'>): Promise<boolean> {
  return engine.withLock('reindex passages', async (trx) => {
    const row = await trx
      .selectFrom('settings')
      .select('value')
      .where('name', '=', settingName)
      .executeTakeFirst();
    if (!row) return false;
    const { after, last } = JSON.parse(row.value) as Remaining;
    const passages = await trx
      .selectFrom('passages')
      .select('id')
      .where('id', '>', after)
      .where('id', '<=', last)
      .orderBy('id')
      .limit(pieceSize)
      .execute();
    const ids = passages.map(({ id }) => Number(id));
    const reached = ids.at(-1);
    if (reached === undefined || ids.length < pieceSize) {
      if (reached !== undefined) await engine.schema.reindexPassages(trx, ids);
      await trx.deleteFrom('settings').where('name', '=', settingName).execute();
      return false;
    }
    await engine.schema.reindexPassages(trx, ids);
    await trx
      .updateTable('settings')
      .set({ value: JSON.stringify({ after: reached, last } satisfies Remaining) })
      .where('name', '=', settingName)
      .execute();
    return true;
  });
}

/**
 * Reindexes what is left, piece by piece, while the server answers requests. After a failure it goes on at the next
 * start.
 */
export function startReindexing(
  services: Pick<Services, 'engine'>,
  log: ErrorLog,
): { stop(): Promise<void> } {
  const ending = new AbortController();
  const work = async () => {
    while (!ending.signal.aborted && (await reindexNextPassages(services)))
      await pause(betweenPieces, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
  };
  const done = work().catch((err: unknown) => log.error({ err }, 'passages could not be reindexed'));
  return {
    async stop() {
      ending.abort();
      await done;
    },
  };
}
