import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../run/common/errors.ts';

/** Milliseconds to wait before sending the refusal. */
const pause = 1_000;

/** Refusals that an immediate retry cannot change. */
const permanentErrors: ReadonlySet<string> = new Set(['limit_reached', 'quota_exceeded']);

/**
 * Delays refusals for too many requests or at a limit, so that clients that retry at once cost little. Other errors
 * are not delayed.
 */
export async function delayRefusal(error: unknown): Promise<void> {
  if (error instanceof AppError && (error.status === 429 || permanentErrors.has(error.code)))
    await wait(pause, undefined, { ref: false });
}
