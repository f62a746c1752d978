import type { AuthStatus } from '@lectern/client/auth/authStore.ts';
import { safePath } from '../navigation/safePath.ts';
import { dashboardPath } from './dashboardPage.ts';
import type { RouteEntry } from './routeTypes.ts';

export interface Address {
  pathname: string;
  search: string;
  hash: string;
  /** Scheme and host of the page. */
  origin: string;
}

/**
 * Where somebody who asks for an address is sent instead; null for who may see its page [RT-01 … RT-07].
 * @param entry null for an unknown path.
 */
export function redirectFor(
  entry: RouteEntry | null,
  status: Exclude<AuthStatus, 'verifying'>,
  address: Address,
): string | null {
  const signedIn = status === 'signed-in';
  if (entry === null) return signedIn ? dashboardPath : '/';
  if (entry.access === 'anyone') return null;
  // A reset link sets a new password for its own account, whoever is signed in here.
  if (entry.path === '/login' && isResetLink(address)) return null;
  if (signedIn && entry.access === 'visitor') return nextOf(address) ?? dashboardPath;
  if (!signedIn && entry.access === 'user') return signInFor(address);
  return null;
}

/** The sign-in page, which remembers where the reader was going. */
function signInFor({ pathname, search, hash }: Address): string {
  const wanted = pathname + search + hash;
  return wanted === dashboardPath ? '/login' : `/login?next=${encodeURIComponent(wanted)}`;
}

const isResetLink = ({ hash }: Address): boolean => new URLSearchParams(hash.slice(1)).has('reset');

function nextOf({ search, origin }: Address): string | null {
  return safePath(new URLSearchParams(search).get('next'), origin);
}
