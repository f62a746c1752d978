import { AppError } from '../../../run/common/errors.ts';
import type { ErrorLog } from '../../../run/common/runInBackground.ts';
import { HelperEnded, HelperPool } from '../../../run/processes/HelperPool.ts';
import type { CoverAnswer, CoverTask } from './coverWorker.ts';
import type { RenderedCovers } from './renderCovers.ts';

/** Renders covers in a helper process, one at a time, fairly between users. */
export interface CoverRenderer {
  /** Number of covers being rendered. */
  readonly decoding: number;
  /**
   * Renders the four sizes of a cover as files in `workDir`, from the user's picture, or typeset when it is null.
   * @throws AppError unsupported_file, picture_too_large; too_many_at_once; storage_full, storage_unwritable
   */
  render(userId: string, task: CoverTask): Promise<RenderedCovers>;
  stop(): Promise<void>;
}

/** Covers that may wait per user. */
const maxWaiting = 200;
/** Milliseconds for one cover, after which the process is ended. */
const timeLimitMs = 60_000;
const idleTimeoutMs = 30_000;
const heapMegabytes = 256;

/**
 * @param script of the process; tests may use one that misbehaves
 * @param rest milliseconds after which an idle process is ended
 */
export function createCoverRenderer(
  log: ErrorLog,
  script = new URL('coverWorker.ts', import.meta.url),
  rest = idleTimeoutMs,
): CoverRenderer {
  const helpers = new HelperPool<CoverTask, CoverAnswer>({
    script,
    heapMegabytes,
    // One at a time: the largest pictures take a second of CPU time and 300 MB.
    size: 1,
    perReader: 1,
    waiting: maxWaiting,
    timeLimitMs,
    idleTimeoutMs: rest,
    log,
  });
  return {
    get decoding() {
      return helpers.running;
    },

    async render(userId, task) {
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
