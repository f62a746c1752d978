import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../errors.ts';

/** Milliseconds that a reader with too many requests waits for the refusal. */
const pause = 1_000;

/**
 * Whatever `work` gives. A refusal for too many requests comes after a pause, so that a client that asks
 * again at once costs little more than one that waits.
 */
export async function slowRefusal<T>(work: Promise<T>): Promise<T> {
  return work.catch(async (error: unknown) => {
    if (error instanceof AppError && error.status === 429) await wait(pause, undefined, { ref: false });
    throw error;
  });
}
