import { AppError } from '../../common/errors.ts';
import type { ErrorLog } from '../../common/runInBackground.ts';
import { TaskProcess, TaskTimeout } from '../../processes/TaskProcess.ts';
import { FairQueue } from '../../scheduling/FairQueue.ts';
import type { PageAnswer, PageTask } from './pageWorker.ts';

/** Renders pages of PDFs and comics in a helper process, one at a time, fairly between users. */
export interface PageRenderer {
  /**
   * @returns a JPEG; null when there is no such page, or it cannot be rendered
   * @throws AppError too_many_at_once; busy when it took too long
   */
  render(userId: string, task: PageTask): Promise<PageAnswer>;
  stop(): Promise<void>;
}

/** Pages that may wait per user: apps prefetch some. */
const maxWaiting = 50;
/** Milliseconds for one page, after which the process is ended. */
const timeLimit = 20_000;
/** Milliseconds after which an idle process is ended. */
const idleTimeoutMs = 60_000;
const heapMegabytes = 512;
const pageWorker = new URL('../../../pageWorker.mjs', import.meta.url);

export function createPageRenderer(log: ErrorLog, script = pageWorker, limit = timeLimit): PageRenderer {
  const turns = new FairQueue({ total: 1, perReader: 1, waiting: maxWaiting });
  const helper = new TaskProcess<PageTask, PageAnswer>({
    script,
    heapMegabytes,
    timeLimit: limit,
    idleTimeoutMs,
    log,
  });
  return {
    render: (userId, task) => turns.run(userId, () => helper.run(task).catch(failed)),
    stop: () => helper.stop(),
  };
}

/** A page that crashes the process cannot be rendered. */
function failed(error: unknown): null {
  if (error instanceof TaskTimeout) throw new AppError('busy');
  return null;
}
