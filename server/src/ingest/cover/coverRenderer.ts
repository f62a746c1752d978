import { AppError } from '../../common/errors.ts';
import { type ErrorLog, runInBackground } from '../../common/runInBackground.ts';
import { HelperProcess } from '../../processes/HelperProcess.ts';
import { FairQueue } from '../../scheduling/FairQueue.ts';
import type { CoverAnswer, CoverTask } from './coverWorker.ts';
import type { RenderedCovers } from './renderCovers.ts';

/** Draws covers in a process of their own, one at a time, in turns between readers. */
export interface CoverRenderer {
  /** Pictures that are being decoded now. */
  readonly decoding: number;
  /**
   * The four sizes of a cover, as files in `workDir`: of the picture that the reader has chosen, or typeset where
   * it is null.
   * @throws AppError unsupported_file, picture_too_large; too_many_at_once
   */
  render(userId: string, task: CoverTask): Promise<RenderedCovers>;
  stop(): Promise<void>;
}

/** Covers that one reader may have waiting. */
const mostWaiting = 200;
/** Milliseconds that a cover may take before its process is ended. */
const timeLimit = 60_000;
const restLimit = 30_000;
const heapMegabytes = 256;

/**
 * @param script where the code of the process is; a test may have one that misbehaves
 * @param rest milliseconds after which a process at rest is ended
 */
export function createCoverRenderer(
  log: ErrorLog,
  script = new URL('../../../coverWorker.mjs', import.meta.url),
  rest = restLimit,
): CoverRenderer {
  // One at a time: a picture of the largest size takes a processor for a second, and 300 MB.
  const turns = new FairQueue({ total: 1, perReader: 1, waiting: mostWaiting });
  let helper: HelperProcess | undefined;
  /** The one that draws now: another one may still be ending. */
  let drawing: HelperProcess | undefined;
  let answer: PromiseWithResolvers<CoverAnswer> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const endAfter = (milliseconds: number) => {
    clearTimeout(timer);
    const ended = helper;
    timer = setTimeout(() => {
      // The next cover gets a new one, though this one takes a moment to end.
      if (helper === ended) helper = undefined;
      runInBackground(() => ended?.end(), log, 'A helper did not end');
    }, milliseconds);
    timer.unref();
  };

  const begin = () => {
    const begun = new HelperProcess({
      script,
      heapMegabytes,
      onMessage: (message) => answer?.resolve(message as CoverAnswer),
      onExit: () => {
        if (helper === begun) helper = undefined;
        if (drawing === begun) answer?.reject(new Error('The process that draws covers has ended'));
      },
    });
    return begun;
  };

  const draw = async (task: CoverTask): Promise<CoverAnswer> => {
    helper ??= begin();
    drawing = helper;
    answer = Promise.withResolvers();
    helper.ref();
    helper.send(task);
    endAfter(timeLimit);
    try {
      return await answer.promise;
    } finally {
      answer = undefined;
      helper?.unref();
      endAfter(rest);
    }
  };

  return {
    get decoding() {
      return turns.running;
    },

    async render(userId, task) {
      const drawn = await turns.run(userId, () =>
        draw(task).catch((error: unknown) => {
          // A picture that ends its process is one that cannot be read.
          if (task.picture === null) throw error;
          return 'unreadable' as const;
        }),
      );
      if (drawn === 'too_large') throw new AppError('picture_too_large');
      if (drawn === 'unreadable')
        throw new AppError('unsupported_file', 'This picture cannot be read. Take a JPEG, PNG or WebP.');
      return drawn;
    },

    async stop() {
      clearTimeout(timer);
      await helper?.end();
    },
  };
}
