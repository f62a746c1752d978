import type { User } from '@lectern/shared-contracts/api/auth.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { readableOf } from '../common/readableOf.ts';

import { isExpired, tokenHolder } from './accessToken.ts';
import type { AuthApi, CodeAskedFor, SignedIn } from './authApi.ts';
import { authText, authTexts } from './authErrors.ts';
import { type AuthState, createAuthStore } from './authStore.ts';
import { createTokenRefresh, type Refreshed } from './tokenRefresh.ts';
import type { TokenStorage } from './tokenStorage.ts';

/** `codeToken` is set when the password was correct and a code is required: it is sent with the code. */
export type AuthResult = { success: true } | { success: false; error: string; codeToken?: string };

export interface AuthSession {
  state: Readable<AuthState>;
  user: Readable<User | null>;
  /**
   * Reads the stored session; the state is 'verifying' until then. Never rejects.
   * @param back after a provider sign-in: stored data is ignored, the cookie is used
   */
  start(back?: boolean): Promise<void>;
  login(email: string, password: string): Promise<AuthResult>;
  /** @param invitation token of the invitation link */
  register(name: string, email: string, password: string, invitation?: string): Promise<AuthResult>;
  /**
   * Ends this device's session, on the server too if it is reachable, and opens the landing page.
   * Removes all data of the reader in this browser; unsent changes are encrypted for the next sign-in, or discarded.
   * @param notice opens the sign-in page instead and shows this message
   */
  logout(notice?: string, unsent?: 'seal' | 'discard'): Promise<void>;
  /** Signs in by another method than the password: a passkey, or the code after the password. */
  enter(signedIn: SignedIn): void;
  /** Stores a new token of the same reader, after a change of password. */
  adopt(signedIn: SignedIn): void;
  /** Updates the reader's name or picture. */
  updateUser(user: User): void;
  /** Removes all data after the reader has deleted the account. */
  forget(): Promise<void>;
  staySignedIn: Readable<boolean>;
  setStaySignedIn(stay: boolean): void;
  /** The following three are used by the API client. */
  getToken(): string | null;
  /** Refreshes the token, once for all concurrent callers. False when it was rejected or the server is unreachable. */
  refresh(): Promise<boolean>;
  /**
   * Called when a call was finally rejected: clears the session and reloads, unless the server was unreachable.
   */
  sessionExpired(): void;
}

export interface SessionPorts {
  api: AuthApi;
  storage: TokenStorage;
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
  now?: () => number;
  locks?: LockManager;
  /** Emits `storage` events of other tabs. */
  events?: Pick<Window, 'addEventListener'>;
}

/** A message to the other tabs. */
type TabMessage = { kind: 'signed out'; userId: string };

/** Maximum wait for the server at start and sign-out, in milliseconds. */
const timeoutMs = 3_000;

/** The session of this browser. */
export function createAuthSession(ports: SessionPorts): AuthSession {
  const { api, storage, leave, setSignInNotice, locks, events, otherTabs, now = Date.now } = ports;
  const clearData = async (discard?: string) =>
    (await ports.clearData?.(discard).catch(() => false)) ?? false;
  const store = createAuthStore();
  const stay = createWritable(storage.staySignedIn());
  /** Signed out: a pending response must not sign in again. */
  let ended = false;

  function adopt({ token, user }: SignedIn) {
    const previous = store.getState().user;
    storage.write(token, user);
    if (previous && previous.id !== user.id) return leave('here');
    store.setState({ status: 'signed-in', token, user });
  }

  const tokenRefresh = createTokenRefresh({ api, storage, store, adopt, hasEnded: () => ended, locks, now });
  const { refresh } = tokenRefresh;

  /** Sent to the server, so that its cookie ends with the browser, too. */
  const stayOption = () => (storage.staySignedIn() ? {} : { stay: false });

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
    if (ended) return;
    // Without a known reader no changes can be offered.
    if (user === null) return expire();
    ended = true;
    store.setState({ status: 'verifying', token: null, user: null });
    await ports.accountDeleted?.(user.id);
    storage.clear();
    setSignInNotice(authTexts.deleted);
    leave('/login');
  }

  /** Ends the session if the outcome requires it; otherwise null. */
  function endFor(outcome: Refreshed | 'slow'): Promise<void> | null {
    // Calls that were pending at sign-out are rejected, too.
    if (ended) return null;
    if (outcome === 'deleted') return handleDeletedAccount();
    return outcome === 'refused' ? expire() : null;
  }

  /** Signs in with the cookie that the server has set after a provider sign-in. */
  async function startFromCookie() {
    storage.clear();
    const outcome = await refresh();
    if (outcome === 'refreshed') return;
    setSignInNotice(outcome === 'unreachable' ? authTexts.network : authTexts.login);
    store.setState({ status: 'visitor' });
  }

  async function start(back = false) {
    if (back) return startFromCookie();
    const read = storage.read();
    if (!read) return store.setState({ status: 'visitor' });
    // A token that is missing or not this reader's gives no access to their data: only the cookie can sign in then.
    const isHolder = read.user !== null && tokenHolder(read.token) === read.user.id;
    const stored = isHolder ? read : { token: read.token, user: null };
    store.setState({ token: stored.token, user: stored.user });
    if (stored.user && !isExpired(stored.token, now())) return store.setState({ status: 'signed-in' });
    const pending = refresh();
    const outcome = await Promise.race([pending, after(timeoutMs)]);
    if (outcome === 'slow') runInBackground(pending.then(endFor));
    const end = endFor(outcome);
    if (end) return end;
    if (outcome !== 'refreshed') store.setState({ status: stored.user ? 'signed-in' : 'visitor' });
  }

  function signInWith(answer: SignedIn) {
    ended = false;
    adopt(answer);
  }

  async function enter(call: Promise<SignedIn | CodeAskedFor>, fallback: string): Promise<AuthResult> {
    try {
      const answer = await call;
      if ('second_factor' in answer)
        return { success: false, error: '', codeToken: answer.second_factor.token };
      signInWith(answer);
      return { success: true };
    } catch (error) {
      return { success: false, error: authText(error, fallback) };
    }
  }

  /** Ends the session here and in the other tabs, which leave before their data is removed. @returns whose it was */
  function end(): Pick<AuthState, 'token' | 'user'> {
    const { token, user } = store.getState();
    ended = true;
    storage.clear();
    if (user) otherTabs?.postMessage({ kind: 'signed out', userId: user.id } satisfies TabMessage);
    return { token, user };
  }

  otherTabs?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (ended || data.kind !== 'signed out' || data.userId !== store.getState().user?.id) return;
    ended = true;
    storage.clear();
    leave('here');
  });
  events?.addEventListener('storage', ({ key }) => {
    if (key === storageKeys.token || key === null) followStoredToken();
  });

  /** Another tab has changed the stored token. */
  function followStoredToken(): void {
    const stored = storage.read();
    const { status, user, token } = store.getState();
    if (status === 'verifying' || ended) return;
    if (stored?.user && stored.user.id === user?.id) {
      store.setState({ token: stored.token, user: stored.user });
    } else if (!stored && user && token !== null && !storage.staySignedIn()) {
      // Another tab has moved the session to its session storage; this one keeps its own.
      storage.write(token, user);
    } else if (status === 'signed-in' || stored) {
      leave('here');
    }
  }

  return {
    state: readableOf(store, (state) => state),
    user: readableOf(store, (state) => (state.status === 'signed-in' ? state.user : null)),
    start,
    login: (email, password) => enter(api.login({ email, password, ...stayOption() }), authTexts.login),
    register: (name, email, password, invitation) => {
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const body = {
        name,
        email,
        password,
        time_zone,
        ...(invitation ? { invitation } : {}),
        ...stayOption(),
      };
      return enter(api.register(body), authTexts.register);
    },
    async logout(notice, unsent = 'seal') {
      const { token, user } = end();
      const notified = Promise.race([api.logout(token).catch(() => undefined), after(timeoutMs)]);
      await Promise.all([notified, clearData(unsent === 'discard' ? user?.id : undefined)]);
      if (notice !== undefined) setSignInNotice(notice);
      leave(notice === undefined ? '/' : '/login');
    },
    enter: signInWith,
    adopt,
    updateUser(user) {
      const { token } = store.getState();
      if (token !== null) adopt({ token, user });
    },
    async forget() {
      const { user } = end();
      await clearData(user?.id);
      leave('/');
    },
    staySignedIn: stay,
    setStaySignedIn(next) {
      storage.setStaySignedIn(next);
      stay.set(next);
    },
    getToken: () => store.getState().token,
    refresh: async () => (await refresh()) === 'refreshed',
    sessionExpired() {
      const last = tokenRefresh.last();
      if (last === 'unreachable' || store.getState().status !== 'signed-in') return;
      runInBackground(endFor(last === 'deleted' ? 'deleted' : 'refused') ?? undefined);
    },
  };
}

function after(milliseconds: number): Promise<'slow'> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, 'slow'));
}
