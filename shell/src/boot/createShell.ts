import { createApiClient } from '@lectern/client/api/client.ts';
import { fetchOrReuseEarly, fetchReadsEarly, revisionsRead } from '@lectern/client/api/earlyFetch.ts';
import { appHeaders } from '@lectern/client/auth/appHeaders.ts';
import { createAuthApi } from '@lectern/client/auth/authApi.ts';
import { setSignInNotice } from '@lectern/client/auth/notice.ts';
import { createAuthSession } from '@lectern/client/auth/session.ts';
import { createTokenStorage } from '@lectern/client/auth/tokenStorage.ts';
import { addressOf } from '@lectern/client/common/basePath.ts';
import type { AppConfig } from '@lectern/client/common/config.ts';
import { createEvents } from '@lectern/client/common/events.ts';
import { asHostError } from '@lectern/client/common/hostError.ts';
import { mapReadable } from '@lectern/client/common/readables.ts';
import { safeStorage } from '@lectern/client/common/safeStorage.ts';
import { whenNetworkIdle, yieldToMain } from '@lectern/client/common/scheduling.ts';
import { createInstallOffer } from '@lectern/client/pwa/installPrompt.ts';
import { registerServiceWorker } from '@lectern/client/pwa/serviceWorker.ts';
import { createDataOwner, type DataOwner } from '@lectern/client/reader-data/dataOwner.ts';
import { type Consent, createConsent } from '@lectern/client/services/consent/consent.ts';
import { createI18n, type I18n } from '@lectern/client/services/i18n/i18n.ts';
import { applyLanguage, initialLanguage } from '@lectern/client/services/i18n/languages.ts';
import { createNotify } from '@lectern/client/services/notify/notify.ts';
import { notifyUnseen } from '@lectern/client/services/notify/notifyUnseen.ts';
import { createPreferences } from '@lectern/client/services/preferences/preferences.ts';
import { createTheme } from '@lectern/client/services/preferences/theme.ts';
import type { Locale } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { createVisitorHost } from '../host/createHost.ts';
import type { DeletedAccount, Shell } from '../host/shell.ts';
import { createDeveloperView } from '../layout/prompts/createDeveloperView.ts';
import { createLoader } from '../remotes/federation/loader.ts';
import { createPrefetch } from '../router/loadPage.ts';
import { createRoutes } from '../router/routeTable.ts';
import { visitorIn } from '../routes/conditions.ts';
import { createNavigation } from '../services/navigation/navigation.tsx';
import { applyTheme } from '../services/theme/applyTheme.ts';
import { createLoadReports } from '../services/vitals/reportLoads.ts';
import type { SignedInPorts, StartedServices } from './createSignedInServices.ts';
import { createLateRegistry } from './lateRegistry.ts';
import { federationRuntime, loadRemoteCode, loadSignedInServices, loadTextEngine } from './signedInChunk.ts';
import { createSignedInLoader, type SignedInLoader } from './signedInLoader.ts';

type Remotes = Pick<Shell, 'registry' | 'loader' | 'routes' | 'developerView'>;

interface StartedShell extends Shell {
  /** Settles when the texts of the first page have been loaded or have failed. */
  firstTexts: Promise<void>;
  /** Call it when the first page has been painted: background work starts then. */
  shown(): void;
}

/**
 * Creates the services that every page needs, also a visitor's. createSignedInServices.ts creates those that only a
 * signed-in reader needs.
 */
export function createShell({ root }: AppConfig): StartedShell {
  const local = safeStorage(() => window.localStorage);
  const session = safeStorage(() => window.sessionStorage);
  const events = createEvents();
  const notify = createNotify(notifyUnseen);
  const consent = createConsent(local);
  const { i18n, firstTexts } = createTexts(local);
  const dataOwner = createDataOwner(local, session);
  const { auth, deletedAccount } = createAuth(root, i18n, dataOwner, local, session);
  const remotes = createRemotes(root, local, consent, () => auth.user.get()?.id ?? null);
  remotes.routes.follow(mapReadable(i18n.language, visitorIn));
  const navigation = createNavigation({
    pointedAt: (path) => prefetch.code(path),
    pressed: (path) => prefetch.reads(path),
  });
  const theme = createTheme({
    storage: local,
    system: window.matchMedia('(prefers-color-scheme: dark)'),
    apply: applyTheme,
  });
  const preferences = createPreferences({ storage: local, user: auth.user, events: window });
  const hostParts = { user: auth.user, navigation, notify, theme, i18n, events, preferences };
  const connection = {
    root,
    headers: appHeaders,
    language: i18n.language.get,
    token: auth.getToken,
    refresh: auth.refresh,
    sessionExpired: auth.sessionExpired,
  };
  const offlinePorts = {
    ...connection,
    fetch: fetchOrReuseEarly,
    user: auth.user,
    events,
    storage: local,
    session,
  };

  let shown = () => {};
  const firstShown = new Promise<void>((resolve) => {
    shown = resolve;
  });
  const signedIn = createSignedInLoader(
    () => startSignedIn(remotes, i18n, dataOwner, { hostParts, offlinePorts }),
    firstShown,
  );
  signedIn.follow(auth.state, () => fetchReadsEarly(root, [revisionsRead]));
  const prefetch = createPrefetch({ ...remotes, auth, signedIn });
  dataOwner.follow(auth.state);

  return {
    ...remotes,
    visitorHost: createVisitorHost({ ...hostParts, api: createApiClient(connection) }),
    signedIn,
    auth,
    consent,
    navigation,
    notify,
    i18n,
    prefetch: prefetch.code,
    updates: registerServiceWorker({
      container: process.env.LECTERN_MODE === 'production' ? (navigator.serviceWorker ?? null) : null,
      reload: () => window.location.reload(),
      idle: whenNetworkIdle(),
    }),
    installing: createInstallOffer(window, local),
    reload: () => window.location.reload(),
    firstTexts,
    deletedAccount,
    signOut: (everywhere) => signOut({ auth, signedIn, notify, i18n }, everywhere),
    shown,
  };
}

/** The texts in the reader's language. */
function createTexts(local: Storage): { i18n: I18n; firstTexts: Promise<void> } {
  const i18n = createI18n(initialLanguage(local, navigator.languages), () =>
    loadTextEngine().then(({ createTextEngine }) => createTextEngine(i18n.language.get())),
  );
  i18n.register('shell', loadTexts);
  applyLanguage(i18n);
  i18n.language.subscribe(() => {
    local.setItem(storageKeys.language, i18n.language.get());
    applyLanguage(i18n);
  });
  // English only needs texts for plurals; every other language needs them for the first page.
  const firstTexts = i18n.language.get() === 'en' ? Promise.resolve() : i18n.start().catch(() => undefined);
  return { i18n, firstTexts };
}

/** Sign-in and its session, in this tab and others. */
function createAuth(root: string, i18n: I18n, dataOwner: DataOwner, local: Storage, session: Storage) {
  const deletedAccount = createWritable<DeletedAccount | null>(null);
  const auth = createAuthSession({
    api: createAuthApi(root, i18n.language.get),
    storage: createTokenStorage(local, session),
    leave: (to) => (to === 'here' ? window.location.reload() : window.location.assign(addressOf(to))),
    setSignInNotice: (text) => setSignInNotice(text, session),
    events: window,
    otherTabs: 'BroadcastChannel' in window ? new BroadcastChannel('lectern-sign-in') : null,
    clearData: dataOwner.clear,
    accountDeleted: (userId) =>
      dataOwner.offer(userId, (unsent) => new Promise((done) => deletedAccount.set({ unsent, done }))),
  });
  return { auth, deletedAccount };
}

/** The remotes: their registry, the loader of their code, and the table of all pages. */
function createRemotes(root: string, local: Storage, consent: Consent, userId: () => string | null): Remotes {
  const registry = createLateRegistry(async () => {
    const { createRegistry, takeOverrides } = await loadRemoteCode();
    const addressWithoutOverride = takeOverrides(window.location.href, local);
    // Before the registry, so that nothing of the deployed version gets into the page.
    if (addressWithoutOverride !== null) window.location.replace(addressWithoutOverride);
    return createRegistry({ storage: local, readerId: userId });
  });
  // Of an address with overrides.
  if (/[?&](?:override|remotes)=/.test(window.location.search)) runInBackground(registry.known());
  const loader = createLoader(registry, federationRuntime, window.location.href, {
    userId,
    onLoad: createLoadReports({ root, consent, page: document }),
  });
  const routes = createRoutes(
    { contents: registry.contents, described: registry.known },
    ({ path, ...part }) => {
      console.error(`The path ${path} of ${part.remote} is taken: the page is left out.`);
      loader.reportRejected(part, 'path_taken');
    },
    (remote, problems) => {
      console.error(`The remote.json of ${remote} has entries of a wrong shape: ${problems.join(', ')}.`);
      loader.reportRejected({ remote, expose: 'remote_json' }, `shape ${problems.join(' ')}`);
    },
  );
  const developerView = createDeveloperView(window.location.search, registry);
  return { registry, loader, routes, developerView };
}

/** Loads and creates the services of a signed-in reader. */
async function startSignedIn(
  { registry, loader, routes }: Remotes,
  i18n: I18n,
  dataOwner: DataOwner,
  ports: Pick<SignedInPorts, 'hostParts' | 'offlinePorts'>,
): Promise<StartedServices> {
  i18n.register('remotes', async (language) => {
    const [{ textsOfRemotes }] = await Promise.all([loadRemoteCode(), registry.described()]);
    return textsOfRemotes(registry.contents.get(), language);
  });
  const [{ createSignedInServices }] = await Promise.all([
    loadSignedInServices(),
    i18n.start(),
    // Without them the navigation would first lack the entries of remotes.
    registry.contents.get().size > 0 ? null : routes.described(),
    dataOwner.belongsTo(ports.hostParts.user.get()?.id ?? null),
  ]);
  await yieldToMain();
  return createSignedInServices({ ...ports, loader, routes, contents: registry.contents });
}

/** Signs out, after the reader has decided about unsent changes. */
async function signOut(
  { auth, signedIn, notify, i18n }: Pick<Shell, 'auth' | 'notify' | 'i18n'> & { signedIn: SignedInLoader },
  everywhere?: { notice: string },
): Promise<void> {
  const services = await signedIn.ready().catch(() => null);
  if (services === null) return auth.logout(everywhere?.notice);
  await services.signOut.begin(async (unsent) => {
    try {
      if (everywhere) await services.host.api.call('POST /auth/logout-everywhere', {});
      await auth.logout(everywhere?.notice, unsent);
    } catch (failure) {
      notify.show({ tone: 'danger', message: i18n.translate('shell')(asHostError(failure).message) });
    }
  });
}

/** Loads the shell's texts; each language is a separate chunk. */
async function loadTexts(language: string): Promise<Locale> {
  const texts = (await import(`../locales/${language}.json`)) as { default: Locale };
  return texts.default;
}
