import { HelperProcess } from '../processes/HelperProcess.ts';
import { FairQueue } from '../scheduling/FairQueue.ts';
import type { StatisticsAnswer, StatisticsTask } from './statisticsWorker.ts';

/** Reads statistics of devices in processes of their own. */
export interface StatisticsReader {
  /**
   * What is in a statistics file, and the file with the page times of `add` that it did not have.
   * @returns null for a file that is none, or takes too long
   * @throws AppError too_many_at_once
   */
  read(userId: string, task: StatisticsTask): Promise<StatisticsAnswer>;
}

/** Milliseconds that a file may take before its process is ended. */
const timeLimit = 20_000;
const heapMegabytes = 512;

/** @param script where the code of the process is; a test may have one that misbehaves */
export function createStatisticsReader(
  script = new URL('../../statisticsWorker.mjs', import.meta.url),
): StatisticsReader {
  // One at a time: a file with years of reading takes a second of the processor.
  const turns = new FairQueue({ total: 1, perReader: 1, waiting: 10 });
  return { read: (userId, task) => turns.run(userId, () => readOnce(script, task)) };
}

async function readOnce(script: URL, task: StatisticsTask): Promise<StatisticsAnswer> {
  const { promise, resolve } = Promise.withResolvers<StatisticsAnswer>();
  const helper = new HelperProcess({
    script,
    heapMegabytes,
    onMessage: (message) => resolve(message as StatisticsAnswer),
    // A file that ends its process is none.
    onExit: () => resolve(null),
  });
  const timer = setTimeout(() => resolve(null), timeLimit);
  try {
    helper.send(task);
    return await promise;
  } finally {
    clearTimeout(timer);
    await helper.end();
  }
}
