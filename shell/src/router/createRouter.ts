import type { AuthState, AuthStatus } from '@lectern/client/auth/authStore.ts';
import { addressOf, pathOf } from '@lectern/client/common/basePath.ts';
import type { HostLocation } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import type { Shell } from '../host/shell.ts';
import { redirectFor } from '../routes/access.ts';
import type { PageData } from '../routes/usePageData.ts';
import { loadPage, type PageLoaderPorts } from './loadPage.ts';

/** An address and its page. */
export interface Shown {
  location: HostLocation;
  /** Whether it comes from the history, by back, forward or reload: the browser scrolls then. */
  isPop: boolean;
  /** Null until the first page is known. */
  page: PageData | null;
}

export interface Router {
  shown: Readable<Shown>;
}

export type RouterPorts = PageLoaderPorts & Pick<Shell, 'navigation' | 'notify' | 'i18n'>;

/** How an address enters the history; 'pop' is in the address bar already. */
type Step = 'push' | 'replace' | 'pop';

const unknownAddress = text('There is no page at this address.');

/**
 * Creates the router from the table of the shell's and the remotes' pages. It checks access and starts loading
 * the page without waiting, so that a slow page shows its skeleton instead of blocking the navigation.
 */
export function createRouter(shell: RouterPorts): Router {
  const { auth, navigation, routes, notify, i18n } = shell;
  const shown = createWritable<Shown>({ location: addressBar(), isPop: true, page: null });
  /** The navigation under way; a later one overtakes it. */
  let pending: { location: HostLocation; step: Step } | null = null;

  async function open(location: HostLocation, step: Step): Promise<void> {
    const own = { location, step };
    pending = own;
    const status = await settledAuthStatus(auth.state);
    if (routes.find(location.pathname) === null) await routes.described();
    if (pending !== own) return;
    const match = routes.find(location.pathname);
    const to = redirectFor(match?.entry ?? null, status, { ...location, origin: window.location.origin });
    if (match === null) runInBackground(sayUnknown());
    // A typed, reloaded or revisited address is replaced, so that going back does not return to it.
    if (to !== null || match === null) return open(locationOf(to ?? '/'), step === 'pop' ? 'replace' : step);
    pending = null;
    if (step !== 'pop') remember(location, step);
    const before = shown.get();
    const page = before.page !== null && keepsPage(before.location, location) ? before.page : null;
    shown.set({ location, isPop: step === 'pop', page: page ?? loadPage(shell, match) });
  }

  /** Says why another page is shown [RT-07]. */
  async function sayUnknown(): Promise<void> {
    await i18n.start();
    notify.show({ tone: 'info', message: i18n.translate('shell')(unknownAddress) });
  }

  /** Access and the module of a page can change while it is open. */
  function revalidate(): void {
    const { location, page } = shown.get();
    const current = pending ?? { location, step: 'pop' };
    if (page !== null) runInBackground(open(current.location, current.step));
  }

  auth.user.subscribe(revalidate);
  routes.table.subscribe(revalidate);
  navigation.connect((to, { state, replace } = {}) =>
    runInBackground(open(locationOf(to, state), replace ? 'replace' : 'push')),
  );
  window.addEventListener('popstate', () => runInBackground(open(addressBar(), 'pop')));
  runInBackground(open(addressBar(), 'pop'));
  return { shown };
}

/** Pages handle query and hash themselves, except the sign-in page, where they name the page to open next. */
const keepsPage = (before: HostLocation, next: HostLocation): boolean =>
  before.pathname === next.pathname &&
  (before.search !== next.search || before.hash !== next.hash) &&
  next.pathname !== '/login';

const addressBar = (): HostLocation => {
  const { pathname, search, hash } = window.location;
  return { pathname: pathOf(pathname), search, hash, state: window.history.state?.state ?? null };
};

/** @param to a path of the app, with query and hash */
function locationOf(to: string, state: unknown = null): HostLocation {
  const { pathname, search, hash } = new URL(to, window.location.origin);
  return { pathname, search, hash, state };
}

function remember({ pathname, search, hash, state }: HostLocation, step: 'push' | 'replace'): void {
  const address = addressOf(pathname) + search + hash;
  if (step === 'push') window.history.pushState({ state }, '', address);
  else window.history.replaceState({ state }, '', address);
}

/** Resolves when the sign-in state is known. */
async function settledAuthStatus(state: Readable<AuthState>): Promise<Exclude<AuthStatus, 'verifying'>> {
  const { status } = await valueWhere(state, (auth) => auth.status !== 'verifying');
  return status as Exclude<AuthStatus, 'verifying'>;
}

/** Resolves when the first page is complete or has failed. */
export async function firstPage({ shown }: Router): Promise<void> {
  const { page } = await valueWhere(shown, (now) => now.page !== null);
  await page?.ready;
}

/** The first value with which a condition holds. */
function valueWhere<T>(readable: Readable<T>, holds: (value: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    const check = () => {
      const value = readable.get();
      if (!holds(value)) return;
      stop();
      resolve(value);
    };
    const stop = readable.subscribe(check);
    check();
  });
}
