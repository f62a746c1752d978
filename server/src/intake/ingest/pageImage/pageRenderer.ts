import { AppError } from '../../../run/common/errors.ts';
import type { ErrorLog } from '../../../run/common/runInBackground.ts';
import { HelperEnded, HelperPool } from '../../../run/processes/HelperPool.ts';
import type { PageAnswer, PageTask } from './pageWorker.ts';

/** Renders pages of PDFs and comics in helper processes, one at a time for each user. */
export interface PageRenderer {
  /**
   * @returns a JPEG; null when there is no such page, or it cannot be rendered
   * @throws AppError too_many_at_once; busy when it took too long
   */
  render(userId: string, task: PageTask): Promise<PageAnswer>;
  stop(): Promise<void>;
}

/** Processes, so that a page that takes long does not hold up other users. The second one starts when it is needed. */
const maxProcesses = 2;
/** Pages that may wait per user: apps prefetch some. */
const maxWaiting = 50;
/** Milliseconds for one page, after which the process is ended. */
const timeLimit = 20_000;
/** Milliseconds after which an idle process is ended. */
const idleTimeoutMs = 60_000;
const heapMegabytes = 512;
const pageWorker = new URL('pageWorker.ts', import.meta.url);

export function createPageRenderer(
  log: ErrorLog,
  script = pageWorker,
  timeLimitMs = timeLimit,
): PageRenderer {
  const helpers = new HelperPool<PageTask, PageAnswer>({
    script,
    heapMegabytes,
    size: maxProcesses,
    perReader: 1,
    waiting: maxWaiting,
    timeLimitMs,
    idleTimeoutMs,
    log,
  });
  return {
    render: (userId, task) => helpers.run(userId, task).catch(failed),
    stop: () => helpers.stop(),
  };
}

/** A page that crashes the process cannot be rendered. */
function failed(error: unknown): null {
  if (!(error instanceof HelperEnded)) throw error;
  if (error.reason === 'time') throw new AppError('busy');
  return null;
}
