import type { AuthStatus } from '../auth/authStore.ts';
import { safePath } from '../navigation/safePath.ts';
import type { FoundRoute } from './routeTypes.ts';

export type Decision =
  | { show: 'verifying' }
  | { show: 'page'; found: FoundRoute }
  | { show: 'redirect'; to: string };

export interface Place {
  pathname: string;
  search: string;
  hash: string;
  /** Scheme and host of the page. */
  origin: string;
}

const home = '/dashboard';

/**
 * What an address shows to whoever asks for it [RT-01 … RT-07].
 * @param found null for an unknown path.
 */
export function decide(found: FoundRoute | null, status: AuthStatus, place: Place): Decision {
  if (found?.entry.access === 'anyone' && status !== 'verifying') return { show: 'page', found };
  if (status === 'verifying') return { show: 'verifying' };
  const signedIn = status === 'signed-in';
  if (found === null) return { show: 'redirect', to: signedIn ? home : '/' };
  // A reset link sets a new password for its own account, whoever is signed in here.
  if (found.entry.path === '/login' && isResetLink(place)) return { show: 'page', found };
  if (signedIn && found.entry.access === 'visitor') return { show: 'redirect', to: nextOf(place) ?? home };
  if (!signedIn && found.entry.access === 'user') return { show: 'redirect', to: signInFor(place) };
  return { show: 'page', found };
}

/** The sign-in page, which remembers where the reader was going. */
function signInFor({ pathname, search, hash }: Place): string {
  const wanted = pathname + search + hash;
  return wanted === home ? '/login' : `/login?next=${encodeURIComponent(wanted)}`;
}

const isResetLink = ({ hash }: Place): boolean => new URLSearchParams(hash.slice(1)).has('reset');

function nextOf({ search, origin }: Place): string | null {
  return safePath(new URLSearchParams(search).get('next'), origin);
}
