import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { isExpired, tokenHolder } from './accessToken.ts';
import { authTexts } from './authErrors.ts';
import type { AuthStore } from './authStore.ts';
import { afterTimeout, type SessionEnd } from './sessionEnd.ts';
import type { Refreshed } from './tokenRefresh.ts';
import type { TokenStorage } from './tokenStorage.ts';

export interface SessionStartPorts {
  storage: Pick<TokenStorage, 'read' | 'clear'>;
  /** Stores a message for the sign-in page. */
  setSignInNotice(text: string): void;
  now?: () => number;
}

/** @returns see AuthSession.start */
export function createSessionStart(
  { storage, setSignInNotice, now = Date.now }: SessionStartPorts,
  store: AuthStore,
  { refresh, endFor }: Pick<SessionEnd, 'endFor'> & { refresh(): Promise<Refreshed> },
) {
  /** Signs in with the cookie that the server has set after a provider sign-in. */
  async function startFromCookie(): Promise<void> {
    storage.clear();
    const outcome = await refresh();
    if (outcome === 'refreshed') return;
    setSignInNotice(outcome === 'unreachable' ? authTexts.network : authTexts.login);
    store.setState({ status: 'visitor' });
  }

  return async function start(back = false): Promise<void> {
    if (back) return startFromCookie();
    const read = storage.read();
    if (!read) return store.setState({ status: 'visitor' });
    // A token that is missing or not this reader's gives no access to their data: only the cookie can sign in then.
    const isHolder = read.user !== null && tokenHolder(read.token) === read.user.id;
    const stored = isHolder ? read : { token: read.token, user: null };
    store.setState({ token: stored.token, user: stored.user });
    if (stored.user && !isExpired(stored.token, now())) return store.setState({ status: 'signed-in' });
    const pending = refresh();
    const outcome = await Promise.race([pending, afterTimeout()]);
    if (outcome === 'slow') runInBackground(pending.then(endFor));
    const end = endFor(outcome);
    if (end) return end;
    if (outcome !== 'refreshed') store.setState({ status: stored.user ? 'signed-in' : 'visitor' });
  };
}
