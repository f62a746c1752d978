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
/** Of an answer that comes in pieces, until its last; the server itself ends one that does not move. */
const STREAM_TIMEOUT = 10 * 60_000;

/** Of a stream of events: a page that is open for longer asks for a new one. */
const LISTEN_TIMEOUT = 24 * 3_600_000;

export interface ApiPorts {
  /** The server root, without a slash at the end: '/v1', or an address of another origin. */
  root: string;
  /** X-App-Version and X-App-Environment. */
  headers: Readonly<Record<string, string>>;
  /** The language that the app speaks. The browser's own without it. */
  language?: () => string;
  token(): string | null;
  /** One new token for all who ask; false when there is none to be had. */
  refresh(): Promise<boolean>;
  /** Called when a call was rejected and no new token could be had. */
  sessionExpired(): void;
  /** What each answer, or the lack of one, says of the network. */
  onReach?(reached: boolean): void;
  /** Told of each answer of the server. */
  onAnswer?(answer: Response): void;
  /** Called with the revisions that a write has raised: `Lectern-Changes`. */
  onChanges?(header: string): void;
  /** Called with how many writes are on their way, whenever that changes. */
  onWriting?(count: number): void;
  fetch?: typeof fetch;
  wait?(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** What the clock of the device shows, milliseconds since 1970: the server measures by it how wrong that clock is. */
  now?(): number;
}

export interface CallOptions {
  /** Milliseconds; 30,000 by default. */
  timeout?: number;
  signal?: AbortSignal;
  /** Makes a write safe to send twice: the server remembers it with its answer. */
  idempotencyKey?: string;
  /** What the clock would show now by which a write was made, where that clock was set since: X-Device-Time. */
  deviceTime?: number | undefined;
  /** False: the caller tries again itself. */
  retry?: boolean;
  /**
   * Id of the reader it is made for. The token may be another's by now, who signed in here or in another tab: then the
   * call is not made, and fails as an unauthenticated one.
   */
  as?: string;
}

export interface ApiClient extends HostApi {
  /**
   * `GET /events` until the stream ends.
   * @param onChanges takes the revisions of each event
   * @throws ApiError when it cannot be had, or is silent for a minute
   */
  listen(
    onChanges: (revisions: Partial<Revisions>) => void,
    options: Required<Pick<CallOptions, 'as' | 'signal'>>,
  ): Promise<void>;
  call<K extends RouteKey>(key: K, request: CallRequest<K>, options?: CallOptions): Promise<CallResponse<K>>;
}

/** A route of the contract, or the stream of events. */
type ApiKey = RouteKey | 'GET /events';

/** Whose 401 is an answer to what was typed, and no sign of an expired token. */
const signInRoutes: ReadonlySet<ApiKey> = new Set([
  'POST /auth/login',
  'POST /auth/register',
  'POST /auth/refresh',
  'POST /auth/logout',
]);

/** Whose 401 ends no session: points do without their server for a while (specification, section 8). */
const isGamification = (key: ApiKey): boolean => key.includes(' /api/gamification/');

const warned = new Set<string>();

/** Tells developers once of each address that ends with a later major of the API. */
function warnOfDeprecation(address: string, { headers }: Response): void {
  const told = headers.get(deprecatedHeader);
  if (told === null || warned.has(address)) return;
  warned.add(address);
  console.warn(`${address} of the API is deprecated: ${told}.`);
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

  async function once({ method, path, body }: BuiltRequest, options: CallOptions): Promise<Response> {
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
          // Mail, and the guide, come in the reader's language.
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
    // A proxy's or a portal's answer, whatever it says: the server was not reached.
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

  async function answered(request: BuiltRequest, options: CallOptions): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      let error: ApiError;
      try {
        const response = await once(request, options);
        if (response.status < 500) return response;
        error = errorFromAnswer(response.status, await bodyOf(response), response.headers.get('retry-after'));
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown;
        error = thrown;
      }
      const pauseFor = retryPause(request.method, error.status, tries, error.retryAfter);
      if (pauseFor === null || options.retry === false || error.code === 'timeout') throw error;
      await wait(pauseFor, options.signal);
    }
  }

  /** The answer, after one new token where the first was refused. */
  async function settled(key: ApiKey, built: BuiltRequest, options: CallOptions): Promise<Response> {
    let response = await answered(built, options);
    if (response.status === 401 && !signInRoutes.has(key)) {
      if (await refresh()) response = await answered(built, options);
      if (response.status === 401 && !isGamification(key)) sessionExpired();
    }
    return response;
  }

  /** As `settled`; a write is counted while it is on its way. */
  async function counted(key: RouteKey, request: unknown, options: CallOptions): Promise<Response> {
    const built = buildRequest(key, request);
    if (built.method === 'GET') return settled(key, built, options);
    writing += 1;
    onWriting?.(writing);
    try {
      return await settled(key, built, options);
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
      const response = await settled('GET /events', built, {
        as,
        retry: false,
        timeout: LISTEN_TIMEOUT,
        signal: AbortSignal.any([signal, silence.signal]),
      });
      if (!response.ok) throw await errorOf(response);
      await readEvents(response, onChanges, silence);
    },

    async stream(key, request, onPiece, signal) {
      const response = await counted(key, request, { timeout: STREAM_TIMEOUT, signal });
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
      const response = await counted(key, request, options);
      const body = await bodyOf(response);
      if (!response.ok) throw errorFromAnswer(response.status, body, response.headers.get('retry-after'));
      // It broke off on the way.
      if (body === undefined && response.status !== 204) {
        onReach?.(false);
        throw new ApiError(apiTexts.network, 0, 'network');
      }
      return (body ?? null) as CallResponse<K>;
    },
  };
}

/** @returns undefined for what is not JSON. */
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
