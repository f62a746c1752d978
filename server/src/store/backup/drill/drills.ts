import type { FastifyBaseLogger } from 'fastify';
import { runInBackground } from '../../../run/common/runInBackground.ts';
import { HelperEnded, HelperPool } from '../../../run/processes/HelperPool.ts';
import type { Drills } from '../../../run/services/drills.ts';
import { type BegunDrill, beginDrill, type DrillServices } from './drillFolder.ts';
import { type DrillResult, lastDrill } from './drillResults.ts';
import type { DrillAnswer, DrillTask } from './drillWorker.ts';

/** Half a day less than a week, since backups are not made at the same minute of each night. */
const intervalMs = 6.5 * 86_400_000;

/** One process, which ends when it is done. */
const processes = {
  script: new URL('drillWorker.ts', import.meta.url),
  heapMegabytes: 512,
  // What is mapped of the databases counts as its memory.
  residentMegabytes: Number.POSITIVE_INFINITY,
  size: 1,
  perReader: 1,
  waiting: 1,
  timeLimitMs: 12 * 3_600_000,
  idleTimeoutMs: 0,
};

type Log = Pick<FastifyBaseLogger, 'error' | 'info'>;

/** Begins test restores for the server. */
export function createDrills(services: DrillServices, log: Log): Drills {
  const pool = new HelperPool<DrillTask, DrillAnswer>({ ...processes, log });
  let work: Promise<void> = Promise.resolve();

  async function resultOf(folder: string): Promise<DrillResult> {
    try {
      const answer = await pool.run('', { config: services.config, folder });
      return 'error' in answer ? new Error(answer.error) : answer;
    } catch (error) {
      return error instanceof HelperEnded && error.reason === 'stopped' ? 'interrupted' : (error as Error);
    }
  }

  async function run({ folder, end }: BegunDrill): Promise<void> {
    const { state, error } = await end(await resultOf(folder));
    if (state === 'failed') log.error({ reason: error }, 'the test restore of the last backup failed');
    else log.info('the last backup was restored beside the library, and nothing is missing');
  }

  async function start() {
    const drill = await beginDrill(services);
    work = run(drill);
    runInBackground(() => work, log, 'a test restore could not be recorded');
    return drill.begun;
  }

  return {
    start,
    async startWhenDue() {
      const last = await lastDrill(services.db);
      const age = last === null ? intervalMs : services.now().getTime() - Date.parse(last.at);
      if (last?.state !== 'passed' || age < 0 || age >= intervalMs) await start();
    },
    async stop() {
      await pool.stop();
      await work.catch(() => {});
    },
  };
}
