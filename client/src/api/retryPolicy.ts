/** Maximum retries of a read [OF-10]. */
const MAX_REQUEST_RETRIES = 3;

/** Gateway errors and overload; other statuses are final. */
const transient = new Set([502, 503, 504]);

/**
 * Delay before the next retry in milliseconds; null when the request must not be retried.
 * @param status 0 when there was no response
 * @param tries number of attempts so far
 */
export function retryPause(
  method: string,
  status: number,
  tries: number,
  retryAfter: number | null,
): number | null {
  const idempotent = method === 'GET' || method === 'HEAD';
  if (!idempotent || tries > MAX_REQUEST_RETRIES || (status !== 0 && !transient.has(status))) return null;
  const backoff = 300 * 3 ** (tries - 1);
  return Math.min(10_000, Math.max(backoff, (retryAfter ?? 0) * 1_000));
}
