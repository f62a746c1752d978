/** Up to three more tries for a read [OF-10]. */
const MAX_REQUEST_RETRIES = 3;

/** Gateways and overloaded servers; anything else means what it says. */
const passing = new Set([502, 503, 504]);

/**
 * How long to wait before trying once more, in milliseconds; null when it is of no use.
 * @param status 0 when no answer came
 * @param tries how many have been made
 */
export function retryPause(
  method: string,
  status: number,
  tries: number,
  retryAfter: number | null,
): number | null {
  const idempotent = method === 'GET' || method === 'HEAD';
  if (!idempotent || tries > MAX_REQUEST_RETRIES || (status !== 0 && !passing.has(status))) return null;
  const growing = 300 * 3 ** (tries - 1);
  return Math.min(10_000, Math.max(growing, (retryAfter ?? 0) * 1_000));
}
