import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../common/errors.ts';

/** Milliseconds that a client with too many requests waits for the refusal. */
const pause = 1_000;

/**
 * Waits before a refusal for too many requests is sent, so that a client that asks again at once costs little more
 * than one that waits. Any other error is not delayed.
 */
export async function delayRefusal(error: unknown): Promise<void> {
  if (error instanceof AppError && error.status === 429) await wait(pause, undefined, { ref: false });
}
