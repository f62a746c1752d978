import type { User } from '@lectern/shared-contracts/api/auth.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { readableOf } from '../common/readables.ts';
import { isExpired, tokenHolder } from './accessToken.ts';
import type { AuthApi, CodeAskedFor, SignedIn } from './authApi.ts';
import { authText, authTexts } from './authErrors.ts';
import { type AuthState, type AuthStore, createAuthStore } from './authStore.ts';
import { afterTimeout, createSessionEnd, type SessionEnd, type SessionEndPorts } from './sessionEnd.ts';
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

export interface SessionPorts extends SessionEndPorts, SessionStartPorts {
  api: AuthApi;
  storage: TokenStorage;
  locks?: LockManager;
  /** Emits `storage` events of other tabs. */
  events?: Pick<Window, 'addEventListener'>;
}

/** The session of this browser. */
export function createAuthSession(ports: SessionPorts): AuthSession {
  const { api, storage, leave, locks, events, now = Date.now } = ports;
  const store = createAuthStore();
  const stay = createWritable(storage.staySignedIn());
  const ending = createSessionEnd(ports, store);
  const { hasEnded, endFor } = ending;

  function adopt({ token, user }: SignedIn) {
    const previous = store.getState().user;
    storage.write(token, user);
    if (previous && previous.id !== user.id) return leave('here');
    store.setState({ status: 'signed-in', token, user });
  }

  const tokenRefresh = createTokenRefresh({ api, storage, store, adopt, hasEnded, locks, now });
  const { refresh } = tokenRefresh;

  /** Sent to the server, so that its cookie ends with the browser, too. */
  const stayOption = () => (storage.staySignedIn() ? {} : { stay: false });

  function signInWith(answer: SignedIn) {
    ending.undo();
    adopt(answer);
  }

  async function attempt(call: Promise<SignedIn | CodeAskedFor>, fallback: string): Promise<AuthResult> {
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

  events?.addEventListener('storage', ({ key }) => {
    if (key === storageKeys.token || key === null) followStoredToken(ports, store, hasEnded);
  });

  return {
    state: readableOf(store, (state) => state),
    user: readableOf(store, (state) => (state.status === 'signed-in' ? state.user : null)),
    start: createSessionStart(ports, store, { refresh, endFor }),
    login: (email, password) => attempt(api.login({ email, password, ...stayOption() }), authTexts.login),
    register(name, email, password, invitation) {
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const fields = { name, email, password, time_zone, ...(invitation ? { invitation } : {}) };
      return attempt(api.register({ ...fields, ...stayOption() }), authTexts.register);
    },
    logout: ending.logout,
    forget: ending.forget,
    enter: signInWith,
    adopt,
    updateUser(user) {
      const { token } = store.getState();
      if (token !== null) adopt({ token, user });
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

/** Another tab has changed the stored token. */
function followStoredToken(
  { storage, leave }: Pick<SessionPorts, 'storage' | 'leave'>,
  store: AuthStore,
  hasEnded: () => boolean,
): void {
  const stored = storage.read();
  const { status, user, token } = store.getState();
  if (status === 'verifying' || hasEnded()) return;
  if (stored?.user && stored.user.id === user?.id) {
    store.setState({ token: stored.token, user: stored.user });
  } else if (!stored && user && token !== null && !storage.staySignedIn()) {
    // Another tab has moved the session to its session storage; this one keeps its own.
    storage.write(token, user);
  } else if (status === 'signed-in' || stored) {
    leave('here');
  }
}

interface SessionStartPorts {
  storage: Pick<TokenStorage, 'read' | 'clear'>;
  /** Stores a message for the sign-in page. */
  setSignInNotice(text: string): void;
  now?: () => number;
}

/** @returns see AuthSession.start */
function createSessionStart(
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
