import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorLog } from '../common/runInBackground.ts';
import type { Services } from '../services/services.ts';

/** Passages of one transaction: some milliseconds on SQLite, during which requests wait. */
const batchSize = 100;
/** Milliseconds between two transactions. */
const pauseMs = 20;
const settingName = 'reindex_passages';

/** The value of the setting that a migration writes: ids of passages. */
interface Remaining {
  /** Passages up to this id are done. */
  after: number;
  last: number;
}

/**
 * Reindexes the next passages that an earlier version indexed by other rules, and stores the progress in the same
 * transaction. Several processes take turns.
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
      .limit(batchSize)
      .execute();
    const ids = passages.map(({ id }) => Number(id));
    const reached = ids.at(-1);
    if (reached === undefined || ids.length < batchSize) {
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

/** Reindexes the rest in the background, batch by batch. After a failure it goes on at the next start. */
export function startReindexing(
  services: Pick<Services, 'engine'>,
  log: ErrorLog,
): { stop(): Promise<void> } {
  const ending = new AbortController();
  const work = async () => {
    while (!ending.signal.aborted && (await reindexNextPassages(services)))
      await pause(pauseMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
  };
  const done = work().catch((err: unknown) => log.error({ err }, 'passages could not be reindexed'));
  return {
    async stop() {
      ending.abort();
      await done;
    },
  };
}
