import { AppError } from '../../../run/common/errors.ts';
import type { ErrorLog } from '../../../run/common/runInBackground.ts';
import { TaskProcess, TaskTimeout } from '../../../run/processes/TaskProcess.ts';
import { FairQueue } from '../../../run/scheduling/FairQueue.ts';
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
const pageWorker = new URL('../../../../pageWorker.mjs', import.meta.url);

export function createPageRenderer(log: ErrorLog, script = pageWorker, limit = timeLimit): PageRenderer {
  const turns = new FairQueue({ total: maxProcesses, perReader: 1, waiting: maxWaiting });
  const options = { script, heapMegabytes, timeLimit: limit, idleTimeoutMs, log };
  const helpers = Array.from({ length: maxProcesses }, () => new TaskProcess<PageTask, PageAnswer>(options));
  /** The first free one comes first, so that the others are rarely started. */
  const free = new Set(helpers);
  const run = async (task: PageTask) => {
    const helper = helpers.find((each) => free.delete(each)) as TaskProcess<PageTask, PageAnswer>;
    return helper
      .run(task)
      .catch(failed)
      .finally(() => free.add(helper));
  };
  return {
    render: (userId, task) => turns.run(userId, () => run(task)),
    async stop() {
      await Promise.all(helpers.map((helper) => helper.stop()));
    },
  };
}

/** A page that crashes the process cannot be rendered. */
function failed(error: unknown): null {
  if (error instanceof TaskTimeout) throw new AppError('busy');
  return null;
}
