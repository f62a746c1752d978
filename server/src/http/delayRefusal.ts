import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../common/errors.ts';

/** Milliseconds that a client which asks for too much waits for the refusal. */
const pause = 1_000;

/** Refusals that will be the same when the client asks again at once. */
const lasting: ReadonlySet<string> = new Set(['limit_reached', 'quota_exceeded']);

/**
 * Waits before a refusal for too many requests, or at a limit, is sent, so that a client that asks again at once costs
 * little more than one that waits. Any other error is not delayed.
 */
export async function delayRefusal(error: unknown): Promise<void> {
  if (error instanceof AppError && (error.status === 429 || lasting.has(error.code)))
    await wait(pause, undefined, { ref: false });
}
