import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';
import { AppError } from '../errors.ts';
import type { CoverAnswer, CoverTask } from '../ingest/cover/coverWorker.ts';
import type { RenderedCovers } from '../ingest/cover/renderCovers.ts';
import { FairQueue } from '../turns/FairQueue.ts';

/** Draws covers in a thread of their own, one at a time, in turns between readers. */
export interface CoverRenderer {
  /** Pictures that are being decoded now. */
  readonly decoding: number;
  /**
   * The four sizes of a cover, as files in `workDir`: of the picture that the reader has chosen, or typeset where it is null.
   * @throws AppError unsupported_file, picture_too_large; too_many_at_once
   */
  render(userId: string, task: CoverTask): Promise<RenderedCovers>;
  stop(): Promise<void>;
}

/** Pictures that are decoded at once: one of the largest takes a processor for a second, and 300 MB. */
const atOnce = 1;
/** Covers that one reader may have waiting. */
const mostWaiting = 200;
/** Milliseconds that a cover may take before its thread is ended. */
const timeLimit = 60_000;
/** Milliseconds after which a thread at rest is ended. */
const restLimit = 30_000;

/** @param script where the worker's code is; a test may have one that misbehaves */
export function createCoverRenderer(
  script = new URL('../../coverWorker.mjs', import.meta.url),
): CoverRenderer {
  const turns = new FairQueue({ total: atOnce, perReader: atOnce, waiting: mostWaiting });
  let threads: Promise<Piscina<CoverTask, CoverAnswer>> | undefined;

  // Read when the first cover is drawn: a server that draws none has no need of it.
  const begin = async () => {
    const { Piscina } = await import('piscina');
    return new Piscina<CoverTask, CoverAnswer>({
      filename: fileURLToPath(script),
      minThreads: 0,
      maxThreads: atOnce,
      idleTimeout: restLimit,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      // It needs no secret of the server; the machine's fonts are found without all of them being read beforehand.
      env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
    });
  };

  return {
    get decoding() {
      return turns.running;
    },

    async render(userId, task) {
      const answer = await turns.run(userId, async () => {
        threads ??= begin();
        const pool = await threads;
        // A picture that ends its thread is one that cannot be read.
        return pool.run(task, { signal: AbortSignal.timeout(timeLimit) }).catch((error: unknown) => {
          if (task.picture === null) throw error;
          return 'unreadable' as const;
        });
      });
      if (answer === 'too_large') throw new AppError('picture_too_large');
      if (answer === 'unreadable')
        throw new AppError('unsupported_file', 'This picture cannot be read. Take a JPEG, PNG or WebP.');
      return answer;
    },

    async stop() {
      await (await threads)?.destroy();
    },
  };
}
