import type { User } from '@lectern/shared-contracts/api/auth.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { readableOf } from '../common/readableOf.ts';

import { isExpired, tokenHolder } from './accessToken.ts';
import type { AuthApi, CodeAskedFor, SignedIn } from './authApi.ts';
import { AuthError, authText, authTexts } from './authErrors.ts';
import { type AuthState, createAuthStore } from './authStore.ts';
import { withRefreshLock } from './refreshLock.ts';
import type { TokenStorage } from './tokenStorage.ts';

/** `codeToken` where the password was right: it goes with the code that is asked for next. */
export type AuthResult = { success: true } | { success: false; error: string; codeToken?: string };
type Refreshed = 'refreshed' | 'refused' | 'deleted' | 'unreachable';

export interface AuthSession {
  state: Readable<AuthState>;
  user: Readable<User | null>;
  /**
   * Looks at what is stored; 'verifying' until it is done. Never rejects.
   * @param back from a provider of sign-ins: what is stored does not count, the cookie does.
   */
  start(back?: boolean): Promise<void>;
  login(email: string, password: string): Promise<AuthResult>;
  /** @param invitation token of the link one was invited by */
  register(name: string, email: string, password: string, invitation?: string): Promise<AuthResult>;
  /**
   * Ends this device's sign-in, on the server too if it can be reached, and leaves for the landing page.
   * All that the reader has in this browser goes; what was not sent is sealed for the next sign-in, or discarded.
   * @param notice leaves for the sign-in page instead, which says this.
   */
  logout(notice?: string, unsent?: 'seal' | 'discard'): Promise<void>;
  /** Signed in by another way than the password: a passkey, or the code after it. */
  enter(signedIn: SignedIn): void;
  /** A new token of the same reader: after a change of password. */
  adopt(signedIn: SignedIn): void;
  /** The reader's own changes to name or picture. */
  updateUser(user: User): void;
  /** The account is gone, by the reader's own hand: nothing of it stays here. */
  forget(): Promise<void>;
  staySignedIn: Readable<boolean>;
  setStaySignedIn(stay: boolean): void;
  /** The following three are what the API client asks for. */
  getToken(): string | null;
  /** One refresh for all who ask at once. False when it was refused or the server cannot be reached. */
  refresh(): Promise<boolean>;
  /**
   * A call was rejected for good: the sign-in is removed and the page reloads. Not when the server could not be asked.
   */
  sessionExpired(): void;
}

export interface SessionPorts {
  api: AuthApi;
  storage: TokenStorage;
  /** Loads a page of ours anew, so that nothing of the last reader stays in memory. */
  leave(to: 'here' | '/' | '/login'): void;
  /**
   * Removes all that readers have in this browser. @returns whether unsent writes were sealed
   * @param discard id of the reader whose unsent writes go, too
   */
  clearData?(discard?: string): Promise<boolean>;
  /**
   * The account was deleted elsewhere: offers what was not sent, then removes everything. Resolves when that is done.
   */
  accountDeleted?(userId: string): Promise<void>;
  /** Tells the other tabs that this reader has signed out; those whose sign-in is of their own hear it only so. */
  otherTabs?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
  /** Tells the next page why the reader was signed out. */
  leaveNotice(text: string): void;
  now?: () => number;
  locks?: LockManager;
  /** Raises `storage` when another tab has changed what is stored. */
  events?: Pick<Window, 'addEventListener'>;
}

/** How long a start or a log-out waits for the server before it goes on without, in milliseconds. */
const patience = 3_000;

/** The sign-in of this browser; DESIGN.md, decision 5. */
export function createAuthSession(ports: SessionPorts): AuthSession {
  const { api, storage, leave, leaveNotice, locks, events, otherTabs, now = Date.now } = ports;
  const clearData = async (discard?: string) =>
    (await ports.clearData?.(discard).catch(() => false)) ?? false;
  const store = createAuthStore();
  const stay = createWritable(storage.staySignedIn());
  let running: Promise<Refreshed> | null = null;
  let lastRefresh: Refreshed | null = null;
  /** The server has refused a new one for it: a call that ends no session, as those for points do, asks only once. */
  let refusedToken: string | null = null;
  /** Signed out here: an answer still on its way must not sign in again. */
  let ended = false;

  function adopt({ token, user }: SignedIn) {
    const before = store.getState().user;
    storage.write(token, user);
    if (before && before.id !== user.id) return leave('here');
    store.setState({ status: 'signed-in', token, user });
  }

  async function askForToken(): Promise<Refreshed> {
    // A call that was on its way when the sign-in ended: there is nothing to refresh.
    if (ended) return 'refused';
    // While this tab waited for its turn, another may have got a new token for all.
    const stored = storage.read();
    if (stored?.user && stored.token !== store.getState().token && !isExpired(stored.token, now())) {
      adopt({ token: stored.token, user: stored.user });
      return 'refreshed';
    }
    const { token } = store.getState();
    if (token !== null && token === refusedToken) return 'refused';
    try {
      const answer = await api.refresh(token);
      if (ended) return 'refused';
      adopt(answer);
      return 'refreshed';
    } catch (error) {
      const { status, code } = error instanceof AuthError ? error : { status: 0, code: '' };
      if (code === 'account_deleted') return 'deleted';
      if (status !== 400 && status !== 401 && status !== 403) return 'unreachable';
      refusedToken = token;
      return 'refused';
    }
  }

  function refresh(): Promise<Refreshed> {
    running ??= withRefreshLock(askForToken, locks)
      .catch((): Refreshed => 'unreachable')
      .then((outcome) => {
        lastRefresh = outcome;
        running = null;
        return outcome;
      });
    return running;
  }

  /** Told to the server, so that its cookie ends with the browser too. */
  const untilClosed = () => (storage.staySignedIn() ? {} : { stay: false });

  async function expire() {
    ended = true;
    storage.clear();
    // Not yet a visitor: the page of the sign-in, shown until this one has left, would take the notice with it.
    store.setState({ status: 'verifying', token: null, user: null });
    leaveNotice(authTexts.expired);
    if (await clearData()) leaveNotice(`${authTexts.expired}\n${authTexts.kept}`);
    leave('here');
  }

  /** What is stored stays until the reader has seen to what was not sent: a reload begins here again. */
  async function goneElsewhere() {
    const { user } = store.getState();
    if (ended) return;
    // Whose unsent writes to offer is not known: what is stored is of no use to anybody.
    if (user === null) return expire();
    ended = true;
    store.setState({ status: 'verifying', token: null, user: null });
    await ports.accountDeleted?.(user.id);
    storage.clear();
    leaveNotice(authTexts.deleted);
    leave('/login');
  }

  /** Ends what this outcome ends; null when it ends nothing. */
  function ending(outcome: Refreshed | 'slow'): Promise<void> | null {
    // What was on its way at a sign-out is refused: that says nothing new.
    if (ended) return null;
    if (outcome === 'deleted') return goneElsewhere();
    return outcome === 'refused' ? expire() : null;
  }

  /** The provider has sent the reader back, and the server has left its cookie. */
  async function arrive() {
    storage.clear();
    const outcome = await refresh();
    if (outcome === 'refreshed') return;
    leaveNotice(outcome === 'unreachable' ? authTexts.network : authTexts.login);
    store.setState({ status: 'visitor' });
  }

  async function start(back = false) {
    if (back) return arrive();
    const read = storage.read();
    if (!read) return store.setState({ status: 'visitor' });
    // A token that is not this reader's, or is none, opens nothing of theirs: the cookie alone may sign in then.
    const isHolder = read.user !== null && tokenHolder(read.token) === read.user.id;
    const stored = isHolder ? read : { token: read.token, user: null };
    store.setState({ token: stored.token, user: stored.user });
    if (stored.user && !isExpired(stored.token, now())) return store.setState({ status: 'signed-in' });
    const asked = refresh();
    const outcome = await Promise.race([asked, after(patience)]);
    if (outcome === 'slow') runInBackground(asked.then(ending));
    const end = ending(outcome);
    if (end) return end;
    if (outcome !== 'refreshed') store.setState({ status: stored.user ? 'signed-in' : 'visitor' });
  }

  function arriveWith(answer: SignedIn) {
    ended = false;
    adopt(answer);
  }

  async function enter(call: Promise<SignedIn | CodeAskedFor>, fallback: string): Promise<AuthResult> {
    try {
      const answer = await call;
      if ('second_factor' in answer)
        return { success: false, error: '', codeToken: answer.second_factor.token };
      arriveWith(answer);
      return { success: true };
    } catch (error) {
      return { success: false, error: authText(error, fallback) };
    }
  }

  type Heard = { kind: 'signed out'; userId: string };
  otherTabs?.addEventListener('message', ({ data }: MessageEvent<Heard>) => {
    if (ended || data.kind !== 'signed out' || data.userId !== store.getState().user?.id) return;
    ended = true;
    storage.clear();
    leave('here');
  });

  events?.addEventListener('storage', (event) => {
    if (event.key !== storageKeys.token && event.key !== null) return;
    const stored = storage.read();
    const { status, user, token } = store.getState();
    if (status === 'verifying' || ended) return;
    if (stored?.user && stored.user.id === user?.id) {
      store.setState({ token: stored.token, user: stored.user });
    } else if (!stored && user && token !== null && !storage.staySignedIn()) {
      // Another tab has taken the sign-in to itself; this one keeps its own.
      storage.write(token, user);
    } else if (status === 'signed-in' || stored) {
      leave('here');
    }
  });

  return {
    state: readableOf(store, (state) => state),
    user: readableOf(store, (state) => (state.status === 'signed-in' ? state.user : null)),
    start,
    login: (email, password) => enter(api.login({ email, password, ...untilClosed() }), authTexts.login),
    register: (name, email, password, invitation) => {
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const body = {
        name,
        email,
        password,
        time_zone,
        ...(invitation ? { invitation } : {}),
        ...untilClosed(),
      };
      return enter(api.register(body), authTexts.register);
    },
    async logout(notice, unsent = 'seal') {
      ended = true;
      const { token, user } = store.getState();
      // First of all, so that the other tabs leave before anything is taken from below them.
      storage.clear();
      if (user) otherTabs?.postMessage({ kind: 'signed out', userId: user.id } satisfies Heard);
      const told = Promise.race([api.logout(token).catch(() => undefined), after(patience)]);
      await Promise.all([told, clearData(unsent === 'discard' ? user?.id : undefined)]);
      if (notice !== undefined) leaveNotice(notice);
      leave(notice === undefined ? '/' : '/login');
    },
    enter: arriveWith,
    adopt,
    updateUser(user) {
      const { token } = store.getState();
      if (token !== null) adopt({ token, user });
    },
    async forget() {
      ended = true;
      const { user } = store.getState();
      storage.clear();
      if (user) otherTabs?.postMessage({ kind: 'signed out', userId: user.id } satisfies Heard);
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
      if (lastRefresh === 'unreachable' || store.getState().status !== 'signed-in') return;
      runInBackground(ending(lastRefresh === 'deleted' ? 'deleted' : 'refused') ?? undefined);
    },
  };
}

function after(milliseconds: number): Promise<'slow'> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, 'slow'));
}
