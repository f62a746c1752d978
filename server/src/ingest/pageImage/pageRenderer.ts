import type { ErrorLog } from '../../common/runInBackground.ts';
import { TaskProcess } from '../../processes/TaskProcess.ts';
import { FairQueue } from '../../scheduling/FairQueue.ts';
import type { PageAnswer, PageTask } from './pageWorker.ts';

/** Draws pages of PDFs and of books of pictures in a process of their own, one at a time, in turns between readers. */
export interface PageRenderer {
  /**
   * @returns a JPEG; null when there is no such page, or it cannot be drawn in time
   * @throws AppError too_many_at_once
   */
  render(userId: string, task: PageTask): Promise<PageAnswer>;
  stop(): Promise<void>;
}

/** Pages that one reader may have waiting: apps fetch some ahead. */
const mostWaiting = 50;
/** Milliseconds that a page may take before the process is ended. */
const timeLimit = 20_000;
/** Milliseconds after which a process at rest is ended. */
const restLimit = 60_000;
const heapMegabytes = 512;

/** @param script where the code of the process is; a test may have one that misbehaves */
export function createPageRenderer(
  log: ErrorLog,
  script = new URL('../../../pageWorker.mjs', import.meta.url),
): PageRenderer {
  const turns = new FairQueue({ total: 1, perReader: 1, waiting: mostWaiting });
  const helper = new TaskProcess<PageTask, PageAnswer>({ script, heapMegabytes, timeLimit, restLimit, log });
  return {
    // A page that ends its process is one that cannot be drawn.
    render: (userId, task) => turns.run(userId, () => helper.run(task).catch(() => null)),
    stop: () => helper.stop(),
  };
}
