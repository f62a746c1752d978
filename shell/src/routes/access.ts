import type { AuthStatus } from '@lectern/client/auth/authStore.ts';
import { safePath } from '../services/navigation/safePath.ts';
import { dashboardPath } from './dashboardPage.ts';
import type { RouteEntry } from './routeTypes.ts';

export interface Address {
  pathname: string;
  search: string;
  hash: string;
  /** Origin of the page. */
  origin: string;
}

/**
 * The redirect for an address; null when access is allowed [RT-01 … RT-07].
 * @param entry null for an unknown path
 */
export function redirectFor(entry: RouteEntry | null, status: AuthStatus, address: Address): string | null {
  const signedIn = status === 'signed-in';
  if (entry === null) return signedIn ? dashboardPath : '/';
  if (entry.access === 'anyone') return null;
  // A reset link is for its own account, regardless of who is signed in.
  if (entry.path === '/login' && isResetLink(address)) return null;
  if (signedIn && entry.access === 'visitor') return nextOf(address) ?? dashboardPath;
  if (!signedIn && entry.access === 'user') return signInFor(address);
  return null;
}

/** Path of the sign-in page, with the target in its query. */
function signInFor({ pathname, search, hash }: Address): string {
  const wanted = pathname + search + hash;
  return wanted === dashboardPath ? '/login' : `/login?next=${encodeURIComponent(wanted)}`;
}

const isResetLink = ({ hash }: Address): boolean => new URLSearchParams(hash.slice(1)).has('reset');

function nextOf({ search, origin }: Address): string | null {
  return safePath(new URLSearchParams(search).get('next'), origin);
}
