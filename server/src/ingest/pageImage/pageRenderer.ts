import { type ErrorLog, runInBackground } from '../../common/runInBackground.ts';
import { HelperProcess } from '../../processes/HelperProcess.ts';
import { FairQueue } from '../../scheduling/FairQueue.ts';
import type { PageAnswer, PageTask } from './pageWorker.ts';

/** Draws pages of PDFs in a process of their own, one at a time, in turns between readers. */
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
  let helper: HelperProcess | undefined;
  /** The one that draws now: another one may still be ending. */
  let drawing: HelperProcess | undefined;
  let answer: PromiseWithResolvers<PageAnswer> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const endAfter = (milliseconds: number) => {
    clearTimeout(timer);
    const ended = helper;
    timer = setTimeout(() => {
      // The next page gets a new one, though this one takes a moment to end.
      if (helper === ended) helper = undefined;
      runInBackground(() => ended?.end(), log, 'A helper did not end');
    }, milliseconds);
    timer.unref();
  };

  const begin = () => {
    const begun = new HelperProcess({
      script,
      heapMegabytes,
      onMessage: (message) => answer?.resolve(message as PageAnswer),
      onExit: () => {
        if (helper === begun) helper = undefined;
        // A page that ends its process is one that cannot be drawn.
        if (drawing === begun) answer?.resolve(null);
      },
    });
    return begun;
  };

  return {
    render: (userId, task) =>
      turns.run(userId, async () => {
        helper ??= begin();
        drawing = helper;
        answer = Promise.withResolvers();
        helper.send(task);
        endAfter(timeLimit);
        try {
          return await answer.promise;
        } finally {
          answer = undefined;
          endAfter(restLimit);
        }
      }),
    async stop() {
      clearTimeout(timer);
      await helper?.end();
    },
  };
}
