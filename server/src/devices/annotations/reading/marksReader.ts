import type { TextPassage } from '../../../intake/ingest/ingestedBook.ts';
import { AppError } from '../../../run/common/errors.ts';
import type { ErrorLog } from '../../../run/common/runInBackground.ts';
import { HelperEnded, HelperPool } from '../../../run/processes/HelperPool.ts';
import type { WantedWords } from './findQuotes.ts';
import type { MarksAnswer, MarksTask } from './marksWorker.ts';

/** Reads annotation files and finds their words, in a helper process. */
export function createMarksReader(log: ErrorLog) {
  const helpers = new HelperPool<MarksTask, MarksAnswer>({
    script: new URL('marksWorker.ts', import.meta.url),
    heapMegabytes: 1_024,
    size: 1,
    perReader: 1,
    waiting: 10,
    timeLimitMs: 30_000,
    idleTimeoutMs: 30_000,
    log,
  });
  async function run(userId: string, task: MarksTask): Promise<MarksAnswer> {
    const answer = await helpers.run(userId, task).catch((error: unknown) => {
      if (error instanceof HelperEnded && error.reason !== 'stopped') throw new AppError('marks_too_many');
      throw error;
    });
    if ('problem' in answer) throw new AppError(answer.problem);
    return answer;
  }
  return {
    stop: () => helpers.stop(),
    /** @throws AppError marks_unreadable, marks_too_many, too_many_at_once */
    async read(userId: string, file: Uint8Array) {
      const answer = await run(userId, { file });
      return 'sets' in answer ? answer.sets : [];
    },
    /**
     * @returns for each of `wanted` where it is in the book; null for what is not there
     * @throws AppError marks_too_many when it takes too long; too_many_at_once
     */
    async find(userId: string, passages: readonly TextPassage[], wanted: readonly WantedWords[]) {
      const answer = await run(userId, { passages, wanted });
      return 'found' in answer ? answer.found : [];
    },
  };
}

export type MarksReader = ReturnType<typeof createMarksReader>;
