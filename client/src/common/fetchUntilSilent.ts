/** Bytes per second of the slowest connection on which a change still gets through. */
const slowestRate = 1_000;

/** A request whose bytes move for this long, in milliseconds, makes the connection a slow one. */
const slowAfterMs = 10_000;
/** Bytes of a request body; below, a missing answer says nothing about the connection. */
const largeBody = 10_000;

/** Statuses of answers without a body. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

export interface SilenceLimit {
  /** Milliseconds without a byte of the answer; sending the body may take its time in addition. */
  silenceMs: number;
  /** Called with true when the connection is slow, and with false when such a request has ended. */
  onSlow?: ((slow: boolean) => void) | undefined;
  send?: typeof fetch;
}

/**
 * Like `fetch`, but limits the silence of a connection, not the time of the transfer: each piece of the answer starts
 * the time again. A browser does not report how much of a body it has sent, so that time is computed from its size.
 * Rejects, or breaks off the body, with a TimeoutError.
 */
export async function fetchUntilSilent(
  address: string,
  init: RequestInit,
  { silenceMs, onSlow, send = (...args) => fetch(...args) }: SilenceLimit,
): Promise<Response> {
  const silence = new AbortController();
  const sendingMs = (bytesOf(init.body) / slowestRate) * 1_000;
  let isMoving = bytesOf(init.body) > largeBody;
  let isSlow = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slowTimer = setTimeout(() => {
    isSlow = isMoving;
    if (isSlow) onSlow?.(true);
  }, slowAfterMs);
  const restart = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(new DOMException('No answer', 'TimeoutError')), milliseconds);
  };
  const end = (): void => {
    clearTimeout(timer);
    clearTimeout(slowTimer);
    if (isSlow) onSlow?.(false);
    isSlow = false;
  };
  silence.signal.addEventListener('abort', end);
  init.signal?.addEventListener('abort', end, { once: true });
  restart(silenceMs + sendingMs);
  try {
    const signal = init.signal ? AbortSignal.any([silence.signal, init.signal]) : silence.signal;
    // A request that was made earlier (earlyFetch.ts) does not know this signal.
    const response = await Promise.race([send(address, { ...init, signal }), aborted(signal)]);
    // A new response of these may have no body, though a browser's has an empty one.
    if (!response.body || withoutBody.has(response.status)) {
      end();
      return response;
    }
    restart(silenceMs);
    isMoving = true;
    const pieces = new TransformStream<Uint8Array, Uint8Array>({
      start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
      transform(piece, controller) {
        restart(silenceMs);
        controller.enqueue(piece);
      },
      flush: end,
    });
    return new Response(response.body.pipeThrough(pieces), response);
  } catch (error) {
    end();
    throw error;
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** Bytes of a body of JSON; most of a text in another script has three bytes a character. */
const bytesOf = (body: RequestInit['body']): number =>
  typeof body === 'string' ? new TextEncoder().encode(body).byteLength : 0;
