import { endWithServer } from '../processes/endWithServer.ts';
import { type PageTime, withStatistics } from './statisticsFile.ts';

/** The file, and page times to add. */
export interface StatisticsTask {
  file: Uint8Array;
  add: PageTime[];
}

/** The page times in the file, and the file with the added ones; null when it is invalid. */
export type StatisticsAnswer = { times: PageTime[]; added: number; file: Uint8Array } | null;

endWithServer();
process.on('message', ({ file, add }: StatisticsTask) => {
  const done = withStatistics(file, (statistics) => {
    const times = statistics.pageTimes();
    return { times, added: statistics.add(add) };
  });
  const answer: StatisticsAnswer = done && { ...done.result, file: done.bytes };
  process.send?.(answer);
});
