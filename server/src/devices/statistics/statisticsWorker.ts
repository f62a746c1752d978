import { endWithServer } from '../../run/processes/answerTasks.ts';
import { type PageTime, withStatistics } from './statisticsFile.ts';

/** The file, and whether its page times are wanted. */
export interface StatisticsTask {
  file: Uint8Array;
  wantsTimes: boolean;
}

/** Page times to add, in parts, and then the task. */
export type StatisticsMessage = PageTime[] | StatisticsTask;

/** The page times in the file, and the file with the added ones; null when it is invalid. */
export type StatisticsAnswer = { times: PageTime[]; added: number; file: Uint8Array } | null;

endWithServer();
const add: PageTime[] = [];
process.on('message', (message: StatisticsMessage) => {
  if (Array.isArray(message)) {
    for (const time of message) add.push(time);
    return;
  }
  const done = withStatistics(message.file, (statistics) => {
    const times = message.wantsTimes ? statistics.pageTimes() : [];
    return { times, added: statistics.add(add) };
  });
  const answer: StatisticsAnswer = done && { ...done.result, file: done.bytes };
  process.send?.(answer);
});
