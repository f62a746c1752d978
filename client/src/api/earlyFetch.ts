import { isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import type { RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import { storedToken } from '../auth/accessToken.ts';
import { appHeaders } from '../auth/appHeaders.ts';
import { fetchUntilSilent } from '../common/fetchUntilSilent.ts';
import { buildRequest } from './buildRequest.ts';

/** Milliseconds after which an unused response is stale. */
const maxAgeMs = 10_000;

/** Milliseconds of silence; the same as for other calls. */
const silenceMs = 30_000;

/** A read as the page will request it. */
export interface EarlyRead {
  key: string;
  request: object;
}

/**
 * The revisions of the reader's data. They are requested before the first reads, so that no change of another device in
 * between is missed (followChanges.ts).
 */
export const revisionsRead: EarlyRead = { key: 'GET /changes', request: {} };

const authorizationOf = (init?: RequestInit) => new Headers(init?.headers).get('authorization');

/** By URL; the first caller that requests it with the same token gets the response. */
const earlyResponses = new Map<
  string,
  { authorization: string | null; until: number; response: Promise<Response> }
>();

/**
 * Starts a request before the code that needs it is loaded; `fetchOrReuseEarly` returns the response. Errors are left
 * to that caller.
 * @returns the parsed body; null if the request failed or was rejected
 */
export function fetchEarly(address: string, init: RequestInit): Promise<unknown> {
  const response = fetchUntilSilent(address, init, { silenceMs });
  earlyResponses.set(address, {
    authorization: authorizationOf(init),
    until: Date.now() + maxAgeMs,
    response,
  });
  return response
    .then((settled) => (settled.ok && isFromServer(settled) ? settled.clone().json() : null))
    .catch(() => null);
}

/** Requests the first reads of the page with the stored token. @returns the bodies by key */
export function fetchReadsEarly(root: string, reads: readonly EarlyRead[]): Map<string, Promise<unknown>> {
  const token = storedToken();
  if (token === null) return new Map();
  return new Map(
    reads.map(({ key, request }) => {
      const init: RequestInit = {
        credentials: 'include',
        headers: { Accept: 'application/json', ...appHeaders, Authorization: `Bearer ${token}` },
      };
      return [key, fetchEarly(`${root}${buildRequest(key as RouteKey, request).path}`, init)] as const;
    }),
  );
}

/** Like `fetch`, but returns the response of a matching early request. */
export const fetchOrReuseEarly: typeof fetch = (input, init) => {
  const earlyResponse = typeof input === 'string' ? earlyResponses.get(input) : undefined;
  if (earlyResponse === undefined || typeof input !== 'string') return fetch(input, init);
  earlyResponses.delete(input);
  const matches = (init?.method ?? 'GET') === 'GET' && authorizationOf(init) === earlyResponse.authorization;
  return matches && Date.now() < earlyResponse.until ? earlyResponse.response : fetch(input, init);
};
