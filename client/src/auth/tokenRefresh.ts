import { ApiError } from '../common/hostError.ts';
import { isExpired } from './accessToken.ts';
import type { AuthApi, SignedIn } from './authApi.ts';
import type { AuthStore } from './authStore.ts';
import type { TokenStorage } from './tokenStorage.ts';

/** Outcome of a refresh. `refused`: the reader must sign in again. `deleted`: the account no longer exists. */
export type Refreshed = 'refreshed' | 'refused' | 'deleted' | 'unreachable';

export interface TokenRefreshPorts {
  api: Pick<AuthApi, 'refresh'>;
  storage: Pick<TokenStorage, 'read'>;
  store: AuthStore;
  /** Stores the new token. */
  adopt(signedIn: SignedIn): void;
  /** Whether the session has ended: then there is nothing to refresh. */
  hasEnded(): boolean;
  locks: LockManager | undefined;
  now(): number;
}

export function createTokenRefresh(ports: TokenRefreshPorts) {
  const { api, storage, store, adopt, hasEnded, locks, now } = ports;
  let pending: Promise<Refreshed> | null = null;
  let last: Refreshed | null = null;
  /** A token whose refresh was rejected: calls that do not end the session, as those for points, refresh only once. */
  let refusedToken: string | null = null;

  async function requestToken(): Promise<Refreshed> {
    // The call was pending when the session ended.
    if (hasEnded()) return 'refused';
    // Another tab may have refreshed the token while this one waited for the lock.
    const stored = storage.read();
    if (stored?.user && stored.token !== store.getState().token && !isExpired(stored.token, now())) {
      adopt({ token: stored.token, user: stored.user });
      return 'refreshed';
    }
    const { token } = store.getState();
    if (token !== null && token === refusedToken) return 'refused';
    try {
      const answer = await api.refresh(token);
      if (hasEnded()) return 'refused';
      adopt(answer);
      return 'refreshed';
    } catch (error) {
      const { status, code } = error instanceof ApiError ? error : { status: 0, code: '' };
      if (code === 'account_deleted') return 'deleted';
      if (status !== 400 && status !== 401 && status !== 403) return 'unreachable';
      refusedToken = token;
      return 'refused';
    }
  }

  return {
    /** Refreshes the access token, once for all concurrent callers and tabs. Never rejects. */
    refresh() {
      pending ??= withRefreshLock(requestToken, locks)
        .catch((): Refreshed => 'unreachable')
        .then((outcome) => {
          last = outcome;
          pending = null;
          return outcome;
        });
      return pending;
    },
    /** Outcome of the last refresh. */
    last: () => last,
  };
}

/**
 * Runs `task` while no other tab refreshes, since a refresh cookie can be used only once. Without Web Locks (old
 * browsers) the server's grace period for repeated requests must suffice.
 */
function withRefreshLock<T>(
  task: () => Promise<T>,
  locks: LockManager | undefined = navigator.locks,
): Promise<T> {
  return locks ? (locks.request('lectern-refresh', task) as Promise<T>) : task();
}
