import { AppError } from '../../common/errors.ts';
import type { ErrorLog } from '../../common/runInBackground.ts';
import { TaskProcess } from '../../processes/TaskProcess.ts';
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
  const helper = new TaskProcess<CoverTask, CoverAnswer>({
    script,
    heapMegabytes,
    timeLimit,
    restLimit: rest,
    log,
  });
  return {
    get decoding() {
      return turns.running;
    },

    async render(userId, task) {
      const drawn = await turns.run(userId, () =>
        helper.run(task).catch((error: unknown) => {
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

    stop: () => helper.stop(),
  };
}
