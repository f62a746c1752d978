import { AppError } from '../../../run/common/errors.ts';
import type { ErrorLog } from '../../../run/common/runInBackground.ts';
import { HelperEnded, HelperPool } from '../../../run/processes/HelperPool.ts';
import type { CoverAnswer, CoverTask } from '../cover/coverWorker.ts';
import type { RenderedCovers } from '../cover/renderCovers.ts';
import type { PageAnswer, PageTask } from './pageWorker.ts';

export type CoverRenderer = ReturnType<typeof createCoverRenderer>;
export type PageRenderer = ReturnType<typeof createPageRenderer>;

/**
 * Renders covers in a helper process, one at a time: the largest pictures take a second of CPU time and 300 MB.
 * @param script of the process; tests may use one that misbehaves
 * @param idleTimeoutMs after which an idle process is ended
 */
export function createCoverRenderer(
  log: ErrorLog,
  script = new URL('../cover/coverWorker.ts', import.meta.url),
  idleTimeoutMs = 30_000,
) {
  const limits = { heapMegabytes: 256, size: 1, perReader: 1, waiting: 200, timeLimitMs: 60_000 };
  const helpers = new HelperPool<CoverTask, CoverAnswer>({ script, log, idleTimeoutMs, ...limits });
  return {
    /** Number of covers being rendered. */
    get decoding() {
      return helpers.running;
    },

    /**
     * Renders the four sizes of a cover as files in `workDir`, from the user's picture, or typeset when it is null.
     * @throws AppError unsupported_file, picture_too_large; too_many_at_once; storage_full, storage_unwritable
     */
    async render(userId: string, task: CoverTask): Promise<RenderedCovers> {
      const drawn = await helpers.run(userId, task).catch((error: unknown) => {
        // A picture that crashes the process counts as unreadable.
        if (task.picture === null || !(error instanceof HelperEnded)) throw error;
        return 'unreadable' as const;
      });
      if (drawn === 'too_large') throw new AppError('picture_too_large');
      if (drawn === 'unreadable')
        throw new AppError('unsupported_file', 'This picture cannot be read. Take a JPEG, PNG or WebP.');
      if (typeof drawn === 'string') throw new AppError(drawn);
      return drawn;
    },

    stop: () => helpers.stop(),
  };
}

/**
 * Renders pages of PDFs and comics in two helper processes, so that a page that takes long does not hold up other
 * users. Apps prefetch some, so 50 may wait for each user.
 */
export function createPageRenderer(
  log: ErrorLog,
  script = new URL('pageWorker.ts', import.meta.url),
  timeLimitMs = 20_000,
) {
  const limits = { heapMegabytes: 512, size: 2, perReader: 1, waiting: 50, idleTimeoutMs: 60_000 };
  const helpers = new HelperPool<PageTask, PageAnswer>({ script, log, timeLimitMs, ...limits });
  return {
    /**
     * @returns a JPEG; null when there is no such page, or it cannot be rendered
     * @throws AppError too_many_at_once; busy when it took too long
     */
    render: (userId: string, task: PageTask) =>
      helpers.run(userId, task).catch((error: unknown) => {
        if (!(error instanceof HelperEnded)) throw error;
        if (error.reason === 'time') throw new AppError('busy');
        return null;
      }),

    stop: () => helpers.stop(),
  };
}
