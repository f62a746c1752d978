import { changesHeader, deprecatedHeader, isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import type { Revisions } from '@lectern/shared-contracts/api/changes.ts';
import type { CallRequest, CallResponse, RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import type { HostApi } from '@lectern/shared-contracts/contract/host.ts';
import { tokenHolder } from '../auth/accessToken.ts';
import { type BuiltRequest, buildRequest } from './buildRequest.ts';
import { ApiError, apiTexts, errorFromAnswer } from './hostError.ts';
import { readEvents } from './readEvents.ts';
import { readPieces } from './readPieces.ts';
import { retryPause } from './retryPolicy.ts';

const DEFAULT_TIMEOUT = 30_000;
/** Timeout of a whole streamed response; the server itself ends a stream that stalls. */
const STREAM_TIMEOUT = 10 * 60_000;

/** Timeout of an event stream: a page that stays open longer requests a new one. */
const LISTEN_TIMEOUT = 24 * 3_600_000;

export interface ApiPorts {
  /** The server root without a trailing slash: '/v1', or an address of another origin. */
  root: string;
  /** X-App-Version and X-App-Environment. */
  headers: Readonly<Record<string, string>>;
  /** The language of the app; by default that of the browser. */
  language?: () => string;
  token(): string | null;
  /** Refreshes the token, once for all concurrent callers; false when that fails. */
  refresh(): Promise<boolean>;
  /** Called when a call was rejected and the token could not be refreshed. */
  sessionExpired(): void;
  /** Called after each request with whether the server was reached. */
  onReach?(reached: boolean): void;
  /** Called with each response of the server. */
  onAnswer?(answer: Response): void;
  /** Called with the revisions changed by a write: `Lectern-Changes`. */
  onChanges?(header: string): void;
  /** Called with the number of pending writes whenever it changes. */
  onWriting?(count: number): void;
  fetch?: typeof fetch;
  wait?(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** The time of the device in milliseconds since 1970; the server uses it to measure how wrong its clock is. */
  now?(): number;
}

export interface CallOptions {
  /** Milliseconds; 30,000 by default. */
  timeout?: number;
  signal?: AbortSignal;
  /** Makes a write safe to resend: the server stores it with its response. */
  idempotencyKey?: string;
  /** Current time by the clock that was in use when the write was made, if it was changed since: X-Device-Time. */
  deviceTime?: number | undefined;
  /** False when the caller retries itself. */
  retry?: boolean;
  /**
   * Id of the reader for whom the call is made. If the token belongs to another reader by now, who signed in here or
   * in another tab, the call is not made and fails as unauthenticated.
   */
  as?: string;
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

const warned = new Set<string>();

/** Warns developers once about each route that the next major version of the API removes. */
function warnOfDeprecation(address: string, { headers }: Response): void {
  const message = headers.get(deprecatedHeader);
  if (message === null || warned.has(address)) return;
  warned.add(address);
  console.warn(`${address} of the API is deprecated: ${message}.`);
}

export function createApiClient(ports: ApiPorts): ApiClient {
  const {
    root,
    headers,
    language,
    token,
    refresh,
    sessionExpired,
    onReach,
    onAnswer,
    onChanges,
    onWriting,
    fetch: send = (...args) => fetch(...args),
  } = ports;
  const wait = ports.wait ?? pause;
  const now = ports.now ?? Date.now;

  let writing = 0;

  async function fetchOnce({ method, path, body }: BuiltRequest, options: CallOptions): Promise<Response> {
    const bearer = token();
    const holder = bearer === null ? null : tokenHolder(bearer);
    if (options.as !== undefined && holder !== null && holder !== options.as)
      throw new ApiError(apiTexts.otherReader, 401, 'other_reader');
    const signals = [
      AbortSignal.timeout(options.timeout ?? DEFAULT_TIMEOUT),
      ...(options.signal ? [options.signal] : []),
    ];
    let response: Response;
    try {
      response = await send(`${root}${path}`, {
        method,
        body,
        credentials: 'include',
        headers: {
          Accept: 'application/json',
          ...headers,
          ...(method === 'GET' ? {} : { 'X-Device-Time': String(options.deviceTime ?? now()) }),
          // Emails and the guide are written in the reader's language.
          ...(method === 'GET' || !language ? {} : { 'Accept-Language': language() }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
          ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
        },
        signal: AbortSignal.any(signals),
      });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      onReach?.(false);
      const late = error instanceof DOMException && error.name === 'TimeoutError';
      throw late
        ? new ApiError(apiTexts.timeout, 0, 'timeout')
        : new ApiError(apiTexts.network, 0, 'network');
    }
    // A response of a proxy or captive portal: the server was not reached.
    if (!isFromServer(response)) {
      response.body?.cancel().catch(() => undefined);
      onReach?.(false);
      throw new ApiError(apiTexts.network, 0, 'network');
    }
    onReach?.(true);
    onAnswer?.(response);
    const changes = response.headers.get(changesHeader);
    if (changes !== null) onChanges?.(changes);
    warnOfDeprecation(`${method} ${path.split('?')[0]}`, response);
    return response;
  }

  async function fetchWithRetries(request: BuiltRequest, options: CallOptions): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      let error: ApiError;
      try {
        const response = await fetchOnce(request, options);
        if (response.status < 500) return response;
        error = errorFromAnswer(response.status, await bodyOf(response), response.headers.get('retry-after'));
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

  async function errorOf(response: Response): Promise<ApiError> {
    return errorFromAnswer(response.status, await bodyOf(response), response.headers.get('retry-after'));
  }

  return {
    async listen(onChanges, { as, signal }) {
      const silence = new AbortController();
      const built: BuiltRequest = { method: 'GET', path: '/events', body: undefined };
      const response = await fetchWithToken('GET /events', built, {
        as,
        retry: false,
        timeout: LISTEN_TIMEOUT,
        signal: AbortSignal.any([signal, silence.signal]),
      });
      if (!response.ok) throw await errorOf(response);
      await readEvents(response, onChanges, silence);
    },

    async stream(key, request, onPiece, signal) {
      const response = await fetchCounted(key, request, { timeout: STREAM_TIMEOUT, signal });
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
