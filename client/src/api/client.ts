import type { Revisions } from '@lectern/shared-contracts/api/changes.ts';
import type { CallRequest, CallResponse, RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import type { HostApi } from '@lectern/shared-contracts/contract/host.ts';
import { ApiError, apiTexts, errorFromAnswer } from '../common/hostError.ts';
import { type BuiltRequest, buildRequest } from './buildRequest.ts';
import { type CallOptions, createTransport, type TransportPorts } from './transport.ts';

/** Longest silence of a streamed response; the server itself ends a stream that stalls. */
const STREAM_TIMEOUT = 10 * 60_000;

/** Longest silence of an event stream, which ends earlier by itself (`readEvents`). */
const LISTEN_TIMEOUT = 24 * 3_600_000;

export interface ApiPorts extends TransportPorts {
  /** Refreshes the token, once for all concurrent callers; false when that fails. */
  refresh(): Promise<boolean>;
  /** Called when a call was rejected and the token could not be refreshed. */
  sessionExpired(): void;
  /** Called with the number of pending writes whenever it changes. */
  onWriting?(count: number): void;
  wait?(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export interface ApiClient extends HostApi {
  /**
   * Reads `GET /events` until the stream ends.
   * @param onChanges receives the revisions of each event
   * @throws ApiError when it is unavailable, or silent for a minute
   */
  listen(
    onChanges: (revisions: Partial<Revisions>) => void,
    options: Required<Pick<CallOptions, 'as' | 'signal'>>,
  ): Promise<void>;
  call<K extends RouteKey>(key: K, request: CallRequest<K>, options?: CallOptions): Promise<CallResponse<K>>;
}

/** A route of the contract, or the event stream. */
type ApiKey = RouteKey | 'GET /events';

/** Routes whose 401 refers to the submitted credentials, not to an expired token. */
const signInRoutes: ReadonlySet<ApiKey> = new Set([
  'POST /auth/login',
  'POST /auth/register',
  'POST /auth/refresh',
  'POST /auth/logout',
]);

/** Routes whose 401 does not end the session: points work without their server (specification, section 8). */
const isGamification = (key: ApiKey): boolean => key.includes(' /api/gamification/');

export function createApiClient(ports: ApiPorts): ApiClient {
  const { refresh, sessionExpired, onReach, onWriting, wait = pause } = ports;
  const fetchOnce = createTransport(ports);
  let writing = 0;

  async function fetchWithRetries(request: BuiltRequest, options: CallOptions): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      let error: ApiError;
      try {
        const response = await fetchOnce(request, options);
        if (response.status < 500) return response;
        error = await errorOf(response);
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown;
        error = thrown;
      }
      const delay = retryPause(request.method, error.status, tries, error.retryAfter);
      if (delay === null || options.retry === false || error.code === 'timeout') throw error;
      await wait(delay, options.signal);
    }
  }

  /** The response, after a token refresh and one retry if the token was rejected. */
  async function fetchWithToken(key: ApiKey, built: BuiltRequest, options: CallOptions): Promise<Response> {
    let response = await fetchWithRetries(built, options);
    if (response.status === 401 && !signInRoutes.has(key)) {
      if (await refresh()) response = await fetchWithRetries(built, options);
      if (response.status === 401 && !isGamification(key)) sessionExpired();
    }
    return response;
  }

  /** Like `fetchWithToken`, and counts pending writes. */
  async function fetchCounted(key: RouteKey, request: unknown, options: CallOptions): Promise<Response> {
    const built = buildRequest(key, request);
    if (built.method === 'GET') return fetchWithToken(key, built, options);
    writing += 1;
    onWriting?.(writing);
    try {
      return await fetchWithToken(key, built, options);
    } finally {
      writing -= 1;
      onWriting?.(writing);
    }
  }

  return {
    async listen(onChanges, { as, signal }) {
      const silence = new AbortController();
      const built: BuiltRequest = { method: 'GET', path: '/events', body: undefined };
      const response = await fetchWithToken('GET /events', built, {
        as,
        retry: false,
        timeout: LISTEN_TIMEOUT,
        isStream: true,
        signal: AbortSignal.any([signal, silence.signal]),
      });
      if (!response.ok) throw await errorOf(response);
      await readEvents(response, onChanges, silence);
    },

    async stream(key, request, onPiece, signal) {
      const response = await fetchCounted(key, request, { timeout: STREAM_TIMEOUT, isStream: true, signal });
      if (!response.ok) throw await errorOf(response);
      try {
        await readPieces(response, onPiece);
      } catch (error) {
        if (signal?.aborted) throw error;
        throw new ApiError(apiTexts.network, 0, 'network');
      }
    },

    async call<K extends RouteKey>(
      key: K,
      request: CallRequest<K>,
      options: CallOptions = {},
    ): Promise<CallResponse<K>> {
      const response = await fetchCounted(key, request, options);
      const body = await bodyOf(response);
      if (!response.ok) throw errorFromAnswer(response.status, body, response.headers.get('retry-after'));
      // The connection broke off while the body was read.
      if (body === undefined && response.status !== 204) {
        onReach?.(false);
        throw new ApiError(apiTexts.network, 0, 'network');
      }
      return (body ?? null) as CallResponse<K>;
    },
  };
}

async function errorOf(response: Response): Promise<ApiError> {
  return errorFromAnswer(response.status, await bodyOf(response), response.headers.get('retry-after'));
}

/** @returns undefined if it is not JSON */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return response.status === 204 ? null : await response.json();
  } catch {
    return undefined;
  }
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/**
 * Reads a streamed response of JSON lines.
 * @throws Error when it is not JSON lines (a captive portal), or ends in the middle of a line
 */
async function readPieces<T>(response: Response, onPiece: (piece: T) => void): Promise<void> {
  if (!response.headers.get('content-type')?.startsWith('application/x-ndjson') || response.body === null) {
    throw new Error('The response is not a JSON Lines stream.');
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') onPiece(JSON.parse(line) as T);
  }
  if (rest.trim() !== '') throw new Error('The response was truncated.');
}

/** Maximum retries of a read [OF-10]. */
const MAX_REQUEST_RETRIES = 3;

/** Gateway errors and overload; other statuses are final. */
const transient = new Set([502, 503, 504]);

/**
 * Delay before the next retry in milliseconds; null when the request must not be retried.
 * @param status 0 when there was no response
 * @param tries number of attempts so far
 */
function retryPause(method: string, status: number, tries: number, retryAfter: number | null): number | null {
  const idempotent = method === 'GET' || method === 'HEAD';
  if (!idempotent || tries > MAX_REQUEST_RETRIES || (status !== 0 && !transient.has(status))) return null;
  const backoff = 300 * 3 ** (tries - 1);
  return Math.min(10_000, Math.max(backoff, (retryAfter ?? 0) * 1_000));
}

/** Milliseconds of silence after which the connection is considered dead; the server sends a ping every 25 s. */
const silenceTimeoutMs = 60_000;

/**
 * Reads server-sent events until the stream ends.
 * @param silence aborted, and the stream with it, after a minute of silence
 * @throws Error when it is not an event stream (a captive portal), or breaks off
 */
async function readEvents(
  response: Response,
  onChanges: (revisions: Partial<Revisions>) => void,
  silence: AbortController,
): Promise<void> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || response.body === null) {
    throw new Error('The response is not an event stream.');
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceTimeoutMs);
  };
  let rest = '';
  try {
    alive();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      alive();
      const events = (rest + read.value).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const [, data] = /^event: changes\ndata: (.*)$/.exec(event) ?? [];
        if (data !== undefined) onChanges(JSON.parse(data) as Partial<Revisions>);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}
