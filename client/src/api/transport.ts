import { changesHeader, isFromServer, waitingHeader } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { tokenHolder } from '../auth/accessToken.ts';
import { fetchUntilSilent } from '../common/fetchUntilSilent.ts';
import { ApiError, apiTexts } from '../common/hostError.ts';
import type { BuiltRequest } from './buildRequest.ts';
import { obstacleOf } from './obstacle.ts';

const defaultSilenceMs = 30_000;

export interface TransportPorts {
  /** The server root without a trailing slash: '/v1', or an address of another origin. */
  root: string;
  /** X-App-Version and X-App-Environment. */
  headers: Readonly<Record<string, string>>;
  /** The language of the app; by default that of the browser. */
  language?: () => string;
  token(): string | null;
  /** Called after each request with whether the server was reached. */
  onReach?(reached: boolean): void;
  /** Called with true while a request moves slowly, and with false when it has ended. */
  onSlow?(slow: boolean): void;
  /** Called with each response of the server. */
  onAnswer?(answer: Response): void;
  /** Called with the revisions changed by a write: `Lectern-Changes`. */
  onChanges?(header: string): void;
  fetch?: typeof fetch;
  /** The time of the device in milliseconds since 1970; the server uses it to measure how wrong its clock is. */
  now?(): number;
}

export interface CallOptions {
  /** Milliseconds without a byte of the answer; 30,000 by default. */
  timeout?: number;
  signal?: AbortSignal;
  /** Makes a write safe to resend: the server stores it with its response. */
  idempotencyKey?: string;
  /** How many other writes wait on this device. */
  waiting?: number | undefined;
  /** Current time by the clock that was in use when the write was made, if it was changed since: X-Device-Time. */
  deviceTime?: number | undefined;
  /** The answer comes piece by piece for as long as the server has something to say: that is not a slow connection. */
  isStream?: true;
  /** False when the caller retries itself. */
  retry?: boolean;
  /**
   * Id of the reader for whom the call is made. If the token belongs to another reader by now, who signed in here or
   * in another tab, the call is not made and fails as unauthenticated.
   */
  as?: string;
}

/**
 * Sends one request, and reports whether the server was reached.
 * @returns sends it; rejects with an ApiError of status 0 when the server was not reached
 */
export function createTransport(ports: TransportPorts) {
  const { root, token, onReach, onSlow, onAnswer, onChanges, fetch: send } = ports;

  function unreached(code: 'timeout' | 'network', message: string = apiTexts[code]): ApiError {
    onReach?.(false);
    return new ApiError(message, 0, code);
  }

  return async (request: BuiltRequest, options: CallOptions): Promise<Response> => {
    const { method, path, body } = request;
    const bearer = token();
    const holder = bearer === null ? null : tokenHolder(bearer);
    if (options.as !== undefined && holder !== null && holder !== options.as)
      throw new ApiError(apiTexts.otherReader, 401, 'other_reader');
    const headers = headersOf(request, options, bearer, ports);
    const init = { method, body, credentials: 'include', headers, signal: options.signal } as const;
    const silenceMs = options.timeout ?? defaultSilenceMs;
    const limit = { silenceMs, onSlow: options.isStream ? undefined : onSlow, ...(send ? { send } : {}) };
    const response = await fetchUntilSilent(`${root}${path}`, init, limit).catch((error: unknown) => {
      if (options.signal?.aborted) throw error;
      const isLate = error instanceof DOMException && error.name === 'TimeoutError';
      throw unreached(isLate ? 'timeout' : 'network');
    });
    // A response of a proxy or captive portal, or a page of a server below another path: the API was not reached.
    const isPage = /html/.test(response.headers.get('content-type') ?? '');
    if (!isFromServer(response) || isPage) {
      response.body?.cancel().catch(() => undefined);
      throw unreached('network', response.ok ? undefined : obstacleOf(response).message);
    }
    onReach?.(true);
    onAnswer?.(response);
    const changes = response.headers.get(changesHeader);
    if (changes !== null) onChanges?.(changes);
    return response;
  };
}

function headersOf(
  { method, body }: BuiltRequest,
  { deviceTime, idempotencyKey, waiting }: CallOptions,
  bearer: string | null,
  { headers, language, now = Date.now }: TransportPorts,
): Record<string, string> {
  return {
    Accept: 'application/json',
    ...headers,
    ...(method === 'GET' ? {} : { 'X-Device-Time': String(deviceTime ?? now()) }),
    // Emails and the guide are written in the reader's language.
    ...(method === 'GET' || !language ? {} : { 'Accept-Language': language() }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
    ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
    ...(waiting === undefined ? {} : { [waitingHeader]: String(waiting) }),
  };
}
