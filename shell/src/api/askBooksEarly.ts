import { isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { appHeaders } from '../auth/appHeaders.ts';
import { storedToken } from '../auth/wasSignedIn.ts';

/** Milliseconds after which an answer that nobody wanted is too old to be given. */
const good = 10_000;

/** Milliseconds; as any other call's. */
const patience = 30_000;

/** Pages that begin with the books. */
const pages: ReadonlySet<string> = new Set(['/library', '/dashboard']);
/** The first of their pages, as data/useBooks.ts and the table of routes ask for it. */
export const firstBooks = '/books?limit=200&offset=0';

let early: { address: string; authorization: string; until: number; answer: Promise<Response> } | null = null;

/**
 * Asks for the books while the code of the page is on its way; `fetchOrTake` gives the answer to the first who asks the
 * same with the same token. Nothing else of a call is done here: a refusal is that caller's to deal with.
 * @param root of the server
 * @returns what it says, for a look at it; null when nothing was asked or it was refused
 */
export async function askBooksEarly(root: string, page: string): Promise<unknown> {
  const token = storedToken();
  if (token === null || !pages.has(page)) return null;
  const authorization = `Bearer ${token}`;
  const address = `${root}${firstBooks}`;
  const answer = fetch(address, {
    credentials: 'include',
    signal: AbortSignal.timeout(patience),
    headers: { Accept: 'application/json', ...appHeaders, Authorization: authorization },
  });
  early = { address, authorization, until: Date.now() + good, answer };
  return (
    answer
      .then((come) => (come.ok && isFromServer(come) ? come.clone().json() : null))
      // Whoever takes the answer sees the failure.
      .catch(() => null)
  );
}

/** As `fetch`, which it is but for the one answer that has been asked for already. */
export const fetchOrTake: typeof fetch = (input, init) => {
  const known = early;
  if (known === null || input !== known.address) return fetch(input, init);
  early = null;
  const authorization = new Headers(init?.headers).get('authorization');
  const same = (init?.method ?? 'GET') === 'GET' && authorization === known.authorization;
  return same && Date.now() < known.until ? known.answer : fetch(input, init);
};
