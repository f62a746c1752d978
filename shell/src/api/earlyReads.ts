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

interface EarlyAnswer {
  authorization: string;
  until: number;
  answer: Promise<Response>;
}

/** By address; of each the first who asks the same with the same token gets the answer. */
const early = new Map<string, EarlyAnswer>();

/**
 * Asks for what the page reads first while its code is on the way; `fetchOrTake` hands each answer on. Nothing else of
 * a call is done here: a refusal is that caller's to deal with.
 * @param root of the server
 * @returns by key what it says, for a look at it; null where it was refused or did not come
 */
export function askReadsEarly(root: string, reads: readonly EarlyRead[]): Map<string, Promise<unknown>> {
  const answers = new Map<string, Promise<unknown>>();
  const token = storedToken();
  if (token === null) return answers;
  const authorization = `Bearer ${token}`;
  for (const { key, request } of reads) {
    const address = `${root}${buildRequest(key as RouteKey, request).path}`;
    const answer = fetch(address, {
      credentials: 'include',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { Accept: 'application/json', ...appHeaders, Authorization: authorization },
    });
    early.set(address, { authorization, until: Date.now() + maxAgeMs, answer });
    answers.set(
      key,
      answer
        .then((come) => (come.ok && isFromServer(come) ? come.clone().json() : null))
        // Whoever takes the answer sees the failure.
        .catch(() => null),
    );
  }
  return answers;
}

/** As `fetch`, which it is but for the answers that have been asked for already. */
export const fetchOrTake: typeof fetch = (input, init) => {
  const known = typeof input === 'string' ? early.get(input) : undefined;
  if (known === undefined || typeof input !== 'string') return fetch(input, init);
  early.delete(input);
  const authorization = new Headers(init?.headers).get('authorization');
  const same = (init?.method ?? 'GET') === 'GET' && authorization === known.authorization;
  return same && Date.now() < known.until ? known.answer : fetch(input, init);
};
