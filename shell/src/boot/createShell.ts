import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { createApiClient } from '../api/client.ts';
import { fetchOrTake } from '../api/earlyReads.ts';
import { asHostError } from '../api/hostError.ts';
import { appHeaders } from '../auth/appHeaders.ts';
import { createAuthApi } from '../auth/authApi.ts';
import { leaveNotice } from '../auth/notice.ts';
import { createAuthSession } from '../auth/session.ts';
import { createTokenStorage } from '../auth/tokenStorage.ts';
import { createConsent } from '../consent/consent.ts';
import { federationLater } from '../federation/federationLater.ts';
import { createRegistry } from '../federation/registry.ts';
import { textsOfRemotes } from '../federation/remoteContent.ts';
import { createEvents } from '../host/events.ts';
import { createPreferences } from '../host/preferences.ts';
import type { Farewell, Shell } from '../host/shell.ts';
import { createVisitorHost } from '../host/visitorHost.ts';
import { applyLanguage } from '../i18n/applyLanguage.ts';
import { createI18n } from '../i18n/i18n.ts';
import { initialLanguage } from '../i18n/initialLanguage.ts';
import { loadTexts } from '../i18n/loadTexts.ts';
import { createNavigation } from '../navigation/navigation.ts';
import { createNotify } from '../notify/notify.ts';
import { notifyUnseen } from '../notify/notifyUnseen.ts';
import { createInstallOffer } from '../pwa/installPrompt.ts';
import { registerServiceWorker } from '../pwa/serviceWorker.ts';
import { createDataOwner } from '../reader-data/dataOwner.ts';
import { createRoutes } from '../routes/createRoutes.ts';
import { firstReads } from '../routes/firstReads.ts';
import { loaderOf } from '../routes/loaders.ts';
import { safeStorage } from '../state/safeStorage.ts';
import { applyTheme } from '../theme/applyTheme.ts';
import { createTheme } from '../theme/theme.ts';
import type { AppConfig } from './config.ts';
import { nextTurn } from './nextTurn.ts';
import { preloader } from './preload.ts';
import { isPrerendered } from './prerendered.ts';
import { createReaderLoader } from './readerLoader.ts';
import { savesData } from './savesData.ts';
import { whenSettled } from './whenSettled.ts';

export interface StartedShell extends Shell {
  /** Resolves when the first page can be shown in its language, or cannot. */
  firstTexts: Promise<void>;
  /**
   * Brings what the page of this address is made of, for whoever is signed in here and for the page made at build.
   * Settles when that is here, or does not come: the page then says so itself.
   */
  firstPage(): Promise<void>;
  /** To be told when that is on the screen: the work behind the pages begins then. */
  shown(): void;
}

/** Puts together what every page needs, a visitor's too. What only a reader needs comes with `createReader`. */
export function createShell({ root }: AppConfig): StartedShell {
  const local = safeStorage(() => window.localStorage);
  const session = safeStorage(() => window.sessionStorage);

  const data = createDataOwner(local, session);
  const farewell = createWritable<Farewell | null>(null);
  const auth = createAuthSession({
    api: createAuthApi(root),
    storage: createTokenStorage(local, session),
    leave: (to) => (to === 'here' ? window.location.reload() : window.location.assign(to)),
    leaveNotice: (text) => leaveNotice(text, session),
    events: window,
    otherTabs: 'BroadcastChannel' in window ? new BroadcastChannel('lectern-sign-in') : null,
    clearData: data.clear,
    accountDeleted: (userId) =>
      data.offer(userId, (unsent) => new Promise((done) => farewell.set({ unsent, done }))),
  });

  const events = createEvents();
  const notify = createNotify(notifyUnseen);
  const i18n = createI18n(initialLanguage(local, navigator.languages), () =>
    import('../i18n/engine.ts').then(({ createTextEngine }) => createTextEngine(i18n.language.get())),
  );
  i18n.register('shell', loadTexts);
  applyLanguage(i18n);
  // English needs no texts before there are plurals; every other language needs them for the first page.
  const firstTexts = i18n.language.get() === 'en' ? Promise.resolve() : i18n.start().catch(() => undefined);
  i18n.language.subscribe(() => {
    local.setItem(storageKeys.language, i18n.language.get());
    applyLanguage(i18n);
  });

  const consent = createConsent(local);
  const registry = createRegistry(local);
  const remotes = federationLater(() =>
    import('./createReader.ts').then(({ createFederation }) =>
      createFederation({ registry, storage: local, who: () => auth.user.get()?.id ?? null, root, consent }),
    ),
  );
  const routes = createRoutes(registry, ({ remote, expose, path }) => {
    console.error(`The path ${path} of ${remote} is taken: the page is left out.`);
    remotes.refused(remote, expose, 'path_taken');
  });
  const preload = preloader(routes, () => remotes);
  const navigation = createNavigation({
    pointedAt: preload,
    pressed(path) {
      if (auth.user.get() === null || savesData()) return;
      runInBackground(
        readers.ready().then(
          ({ host }) => runInBackground(firstReads(host.data, routes, path)),
          () => undefined,
        ),
      );
    },
  });
  const theme = createTheme({
    storage: local,
    system: window.matchMedia('(prefers-color-scheme: dark)'),
    apply: applyTheme,
  });

  const common = {
    user: auth.user,
    navigation,
    notify,
    theme,
    i18n,
    events,
    preferences: createPreferences({ storage: local, user: auth.user, events: window }),
  };
  const connection = {
    root,
    headers: appHeaders,
    token: auth.getToken,
    refresh: auth.refresh,
    sessionExpired: auth.sessionExpired,
  };
  let shown = () => {};
  const firstShown = new Promise<void>((resolve) => {
    shown = resolve;
  });
  const readers = createReaderLoader(async () => {
    i18n.register('remotes', async (language) => {
      await routes.described();
      return textsOfRemotes(registry.contents.get(), language);
    });
    const [{ createReader }] = await Promise.all([
      import('./createReader.ts'),
      i18n.start(),
      // Without them the navigation would lack the entries of remotes, and get them a moment later.
      registry.contents.get().size > 0 ? null : routes.described(),
      data.belongsTo(auth.user.get()?.id ?? null),
    ]);
    await nextTurn();
    return createReader({
      common,
      remotes,
      routes,
      contents: registry.contents,
      offline: { ...connection, fetch: fetchOrTake, user: auth.user, events, storage: local, session },
    });
  }, firstShown);
  readers.follow(auth.state);
  data.follow(auth.state);

  return {
    visitorHost: createVisitorHost({ ...common, api: createApiClient(connection) }),
    reader: readers.state,
    loadReader: readers.load,
    auth,
    consent,
    navigation,
    notify,
    i18n,
    registry,
    remotes,
    routes,
    preload,
    updates: registerServiceWorker(
      process.env.LECTERN_MODE === 'production' ? (navigator.serviceWorker ?? null) : null,
      () => window.location.reload(),
      setInterval,
      whenSettled,
    ),
    installing: createInstallOffer(window, local),
    reload: () => window.location.reload(),
    firstTexts,
    farewell,
    async signOut(everywhere) {
      const leave = async (unsent: 'seal' | 'discard') => {
        try {
          if (everywhere) await reader?.host.api.call('POST /auth/logout-everywhere', {});
          await auth.logout(everywhere?.notice, unsent);
        } catch (failure) {
          notify.show({ tone: 'danger', message: asHostError(failure).message });
        }
      };
      const reader = await readers.ready().catch(() => null);
      if (reader === null) return auth.logout(everywhere?.notice);
      await reader.signOut.begin(leave);
    },
    async firstPage() {
      const path = window.location.pathname;
      const isReader = auth.user.get() !== null;
      if (!isReader && !isPrerendered()) return;
      const isKnown = routes.find(path) !== null;
      if (!isKnown && isReader) await routes.described();
      const found = routes.find(path);
      const page = found && loaderOf(found.entry, remotes)();
      if (isReader) preload(path);
      const host = isReader
        ? await readers.ready().then(
            (reader) => reader.host,
            () => null,
          )
        : null;
      await nextTurn();
      const reads = host && firstReads(host.data, routes, path);
      const loaded = await page;
      if (host && loaded?.ok) loaded.component.prepare(host);
      await Promise.all([reads, i18n.settled()]);
    },
    shown,
  };
}
