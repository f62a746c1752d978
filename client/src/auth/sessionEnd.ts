import type { AuthApi } from './authApi.ts';
import { authTexts } from './authErrors.ts';
import type { AuthState, AuthStore } from './authStore.ts';
import type { Refreshed } from './tokenRefresh.ts';
import type { TokenStorage } from './tokenStorage.ts';

export interface SessionEndPorts {
  api: Pick<AuthApi, 'logout'>;
  storage: Pick<TokenStorage, 'clear'>;
  /** Navigates with a full page load, so that nothing of the last reader stays in memory. */
  leave(to: 'here' | '/' | '/login'): void;
  /**
   * Removes all data of readers in this browser. @returns whether unsent changes were encrypted
   * @param discard id of the reader whose unsent changes are removed, too
   */
  clearData?(discard?: string): Promise<boolean>;
  /**
   * The account was deleted elsewhere: offers unsent changes, then removes everything. Resolves when done.
   */
  accountDeleted?(userId: string): Promise<void>;
  /** Notifies other tabs of a sign-out; tabs with a session of their own get no storage event. */
  otherTabs?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
  /** Stores a message for the next page: why the reader was signed out. */
  setSignInNotice(text: string): void;
}

/** The end of a session: by the reader, by another tab, by the server, or with the account. */
export type SessionEnd = ReturnType<typeof createSessionEnd>;

/** A message to the other tabs. */
type TabMessage = { kind: 'signed out'; userId: string };

/** Maximum wait for the server at start and sign-out, in milliseconds. */
const timeoutMs = 3_000;

export function createSessionEnd(ports: SessionEndPorts, store: AuthStore) {
  const { api, storage, leave, setSignInNotice, otherTabs } = ports;
  let ended = false;
  const clearData = async (discard?: string) =>
    (await ports.clearData?.(discard).catch(() => false)) ?? false;

  /** Ends the session here and in the other tabs, which leave before their data is removed. @returns whose it was */
  function signOut(): Pick<AuthState, 'token' | 'user'> {
    const { token, user } = store.getState();
    ended = true;
    storage.clear();
    if (user) otherTabs?.postMessage({ kind: 'signed out', userId: user.id } satisfies TabMessage);
    return { token, user };
  }

  async function expire() {
    ended = true;
    storage.clear();
    // Not 'visitor' yet: the sign-in page, rendered until the reload, would already take the notice.
    store.setState({ status: 'verifying', token: null, user: null });
    setSignInNotice(authTexts.expired);
    if (await clearData()) setSignInNotice(`${authTexts.expired}\n${authTexts.kept}`);
    leave('here');
  }

  /** Stored data is kept until the reader has handled the unsent changes: a reload starts here again. */
  async function handleDeletedAccount() {
    const { user } = store.getState();
    // Without a known reader no changes can be offered.
    if (user === null) return expire();
    ended = true;
    store.setState({ status: 'verifying', token: null, user: null });
    await ports.accountDeleted?.(user.id);
    storage.clear();
    setSignInNotice(authTexts.deleted);
    leave('/login');
  }

  otherTabs?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (ended || data.kind !== 'signed out' || data.userId !== store.getState().user?.id) return;
    ended = true;
    storage.clear();
    leave('here');
  });

  return {
    /** A pending response must not sign in again. */
    hasEnded: () => ended,
    /** The reader has signed in again. */
    undo() {
      ended = false;
    },
    /** See AuthSession. */
    async logout(notice?: string, unsent: 'seal' | 'discard' = 'seal') {
      const { token, user } = signOut();
      const notified = Promise.race([api.logout(token).catch(() => undefined), afterTimeout()]);
      await Promise.all([notified, clearData(unsent === 'discard' ? user?.id : undefined)]);
      if (notice !== undefined) setSignInNotice(notice);
      leave(notice === undefined ? '/' : '/login');
    },
    /** See AuthSession. */
    async forget() {
      const { user } = signOut();
      await clearData(user?.id);
      leave('/');
    },
    /** Ends the session if the outcome of a refresh requires it; otherwise null. */
    endFor(outcome: Refreshed | 'slow') {
      // Calls that were pending at sign-out are rejected, too.
      if (ended) return null;
      if (outcome === 'deleted') return handleDeletedAccount();
      return outcome === 'refused' ? expire() : null;
    },
  };
}

export function afterTimeout(): Promise<'slow'> {
  return new Promise((resolve) => setTimeout(resolve, timeoutMs, 'slow'));
}
