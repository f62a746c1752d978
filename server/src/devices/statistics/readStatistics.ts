import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { chunks } from '../../run/common/chunks.ts';
import { HelperProcess } from '../../run/processes/HelperProcess.ts';
import { FairQueue } from '../../run/scheduling/FairQueue.ts';
import type { PageTime } from './statisticsFile.ts';
import type { StatisticsAnswer, StatisticsTask } from './statisticsWorker.ts';

/** Milliseconds for one file, after which the process is ended. */
const timeLimit = 20_000;
const heapMegabytes = 512;
/** Page times per message: a message is serialized at once. */
const timesAtOnce = 5_000;

/** Reads statistics of devices in helper processes. */
export function createStatisticsReader() {
  // One at a time: a file with years of reading takes a second of CPU time.
  const turns = new FairQueue({ total: 1, perReader: 1, waiting: 10 });
  return {
    /**
     * Reads a statistics file and adds the page times of `add` that it lacks.
     * @param task whether the page times in the file are wanted
     * @returns null when the file is invalid or takes too long
     * @throws AppError too_many_at_once
     */
    read: (userId: string, task: StatisticsTask, add: readonly PageTime[]) =>
      turns.run(userId, () => readOnce(task, add)),
  };
}

export type StatisticsReader = ReturnType<typeof createStatisticsReader>;

async function readOnce(task: StatisticsTask, add: readonly PageTime[]): Promise<StatisticsAnswer> {
  const { promise, resolve } = Promise.withResolvers<StatisticsAnswer>();
  const helper = new HelperProcess({
    script: new URL('statisticsWorker.ts', import.meta.url),
    heapMegabytes,
    onMessage: (message) => resolve(message as StatisticsAnswer),
    // A file that crashes the process is invalid.
    onExit: () => resolve(null),
  });
  const timer = setTimeout(() => resolve(null), timeLimit);
  try {
    for (const some of chunks(add, timesAtOnce)) {
      helper.send(some);
      await yieldToOthers();
    }
    helper.send(task);
    return await promise;
  } finally {
    clearTimeout(timer);
    await helper.end();
  }
}
