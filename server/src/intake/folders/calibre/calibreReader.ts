import type { ErrorLog } from '../../../run/common/runInBackground.ts';
import { HelperEnded, HelperPool } from '../../../run/processes/HelperPool.ts';
import { FolderProblem, problems } from '../taking/problems.ts';
import type { CalibreAnswer, CalibreTask, ListedBook } from './calibreWorker.ts';
import type { CalibreList } from './libraryFile.ts';

/** Reads copies of metadata.db in a helper process: a crafted one may keep SQLite busy forever. */
export function createCalibreReader(log: ErrorLog) {
  const helpers = new HelperPool<CalibreTask, CalibreAnswer>({
    script: new URL('calibreWorker.ts', import.meta.url),
    heapMegabytes: 512,
    size: 1,
    perReader: 1,
    waiting: 10,
    timeLimitMs: 30_000,
    idleTimeoutMs: 10_000,
    log,
  });
  async function run(userId: string, task: CalibreTask): Promise<CalibreAnswer> {
    const answer = await helpers.run(userId, task).catch((error: unknown) => {
      if (error instanceof HelperEnded && error.reason !== 'stopped') return { broken: true } as const;
      throw error;
    });
    if ('broken' in answer) throw new FolderProblem(problems.calibreBroken);
    return answer;
  }
  return {
    stop: () => helpers.stop(),
    /** @throws FolderProblem when the file is damaged */
    async list(userId: string, path: string): Promise<CalibreList> {
      const answer = await run(userId, { path });
      return 'list' in answer ? answer.list : { books: [], leftOutFields: [] };
    },
    /** @throws FolderProblem when the file is damaged */
    async books(userId: string, path: string, ids: readonly number[]): Promise<ListedBook[]> {
      const answer = await run(userId, { path, ids });
      return 'books' in answer ? answer.books : [];
    },
  };
}

export type CalibreReader = ReturnType<typeof createCalibreReader>;
