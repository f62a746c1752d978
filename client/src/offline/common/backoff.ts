export interface BackoffLimits {
  /** Milliseconds. */
  first: number;
  /** Milliseconds. */
  longest: number;
  /** Between two pauses; 2 by default. */
  factor?: number;
}

/**
 * Exponential backoff: how long to wait after the n-th failure in a row, in milliseconds. Up to a quarter is added at
 * random, so that clients that failed together do not retry together.
 * @param failures 1 after the first
 * @param random 0..1
 */
export function backoffMs(
  failures: number,
  { first, longest, factor = 2 }: BackoffLimits,
  random: number = Math.random(),
): number {
  const pause = Math.min(longest, first * factor ** Math.min(30, Math.max(0, failures - 1)));
  return Math.round(pause * (1 + random / 4));
}
