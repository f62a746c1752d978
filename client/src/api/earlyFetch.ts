import { isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import type { RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import { appHeaders } from '../auth/appHeaders.ts';
import { storedToken } from '../auth/wasSignedIn.ts';
import { buildRequest } from './buildRequest.ts';

/** Milliseconds after which an answer that nobody wanted is too old to be given. */
const maxAgeMs = 10_000;

/** Milliseconds; as any other call's. */
const timeoutMs = 30_000;

/** A read as its page will ask for it. */
export interface EarlyRead {
  key: string;
  request: object;
}

const authorizationOf = (init?: RequestInit) => new Headers(init?.headers).get('authorization');

/** By address; of each the first who asks the same with the same token gets the answer. */
const early = new Map<string, { authorization: string | null; until: number; answer: Promise<Response> }>();

/**
 * Asks for something before the code that wants it is here; `fetchOrTake` hands the answer on. Nothing else of a call
 * is done here: a refusal is that caller's to deal with.
 * @returns what the answer says, for a look at it; null where it was refused or did not come
 */
export function fetchEarly(address: string, init: RequestInit): Promise<unknown> {
  const answer = fetch(address, init);
  early.set(address, { authorization: authorizationOf(init), until: Date.now() + maxAgeMs, answer });
  return answer
    .then((come) => (come.ok && isFromServer(come) ? come.clone().json() : null))
    .catch(() => null);
}

/** Asks for what the page reads first, for whoever was signed in. @returns by key what was answered */
export function fetchReadsEarly(root: string, reads: readonly EarlyRead[]): Map<string, Promise<unknown>> {
  const token = storedToken();
  if (token === null) return new Map();
  return new Map(
    reads.map(({ key, request }) => {
      const init: RequestInit = {
        credentials: 'include',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { Accept: 'application/json', ...appHeaders, Authorization: `Bearer ${token}` },
      };
      return [key, fetchEarly(`${root}${buildRequest(key as RouteKey, request).path}`, init)] as const;
    }),
  );
}

/** As `fetch`, which it is but for the answers that have been asked for already. */
export const fetchOrTake: typeof fetch = (input, init) => {
  const known = typeof input === 'string' ? early.get(input) : undefined;
  if (known === undefined || typeof input !== 'string') return fetch(input, init);
  early.delete(input);
  const same = (init?.method ?? 'GET') === 'GET' && authorizationOf(init) === known.authorization;
  return same && Date.now() < known.until ? known.answer : fetch(input, init);
};
