import type { LastDrill } from '@lectern/shared-contracts/api/drill.ts';
import type { FastifyBaseLogger } from 'fastify';
import { runInBackground } from '../../../run/common/runInBackground.ts';
import { HelperProcess } from '../../../run/processes/HelperProcess.ts';
import type { Drills } from '../../../run/services/drills.ts';
import { type BegunDrill, beginDrill, type DrillServices, longestDrillMs } from './drillFolder.ts';
import { lastDrill } from './drillResults.ts';
import type { DrillAnswer, DrillTask } from './drillWorker.ts';

/** Half a day less than a week, since backups are not made at the same minute of each night. */
const intervalMs = 6.5 * 86_400_000;
const heapMegabytes = 512;

type Log = Pick<FastifyBaseLogger, 'error' | 'info'>;

/** Begins test restores for the server. */
export function createDrills(services: DrillServices, log: Log): Drills {
  let helper: HelperProcess | null = null;
  let work: Promise<void> = Promise.resolve();

  async function findings({ begun, folder }: BegunDrill): Promise<DrillAnswer> {
    const { promise, resolve } = Promise.withResolvers<DrillAnswer>();
    const process = new HelperProcess({
      script: new URL('drillWorker.ts', import.meta.url),
      heapMegabytes,
      // What is mapped of the databases counts as its memory.
      residentMegabytes: Number.POSITIVE_INFINITY,
      onMessage: (message) => resolve(message as DrillAnswer),
      onExit: (reason) =>
        resolve({ error: `Its process was ended${reason === null ? '' : ` (${reason})`}.` }),
    });
    helper = process;
    const limit = setTimeout(() => resolve({ error: `It was not done since ${begun.at}.` }), longestDrillMs);
    limit.unref();
    process.send({ config: services.config, folder } satisfies DrillTask);
    try {
      return await promise;
    } finally {
      clearTimeout(limit);
      helper = null;
      await process.end();
    }
  }

  async function run(drill: BegunDrill): Promise<void> {
    const answer = await findings(drill);
    const { state, error } = await drill.end('error' in answer ? new Error(answer.error) : answer);
    if (state === 'failed') log.error({ reason: error }, 'the test restore of the last backup failed');
    else log.info('the last backup was restored beside the library, and nothing is missing');
  }

  async function start(): Promise<LastDrill> {
    const drill = await beginDrill(services);
    work = run(drill);
    runInBackground(() => work, log, 'a test restore could not be recorded or mailed');
    return drill.begun;
  }

  return {
    start,
    async startWhenDue() {
      const last = await lastDrill(services.db);
      const age = last === null ? intervalMs : services.now().getTime() - Date.parse(last.at);
      const waitMs = { running: longestDrillMs, passed: intervalMs, failed: 0 }[last?.state ?? 'failed'];
      if (age >= 0 && age < waitMs) return;
      await start();
    },
    async stop() {
      await helper?.end();
      await work.catch(() => {});
    },
  };
}
