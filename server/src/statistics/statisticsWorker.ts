import { endWithServer } from '../processes/endWithServer.ts';
import { type PageTime, withStatistics } from './statisticsFile.ts';

/** What the process is asked: the page times of a file, and to add some. */
export interface StatisticsTask {
  file: Uint8Array;
  add: PageTime[];
}

/** What it answers: what was in the file, and the file with what was added; null when it is no statistics file. */
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
