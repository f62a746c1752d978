import { storageKeys } from '@lectern/shared-contracts/storageKeys.ts';
import { appHeaders } from '../auth/appHeaders.ts';
import { createAuthApi } from '../auth/authApi.ts';
import { leaveNotice } from '../auth/notice.ts';
import { createAuthSession } from '../auth/session.ts';
import { createTokenStorage } from '../auth/tokenStorage.ts';
import { createConsent } from '../consent/consent.ts';
import { createRemotes, type Remotes } from '../federation/loadRemote.ts';
import { createRegistry } from '../federation/registry.ts';
import { createHost } from '../host/createHost.ts';
import { createEvents } from '../host/events.ts';
import { createPreferences } from '../host/preferences.ts';
import type { Shell } from '../host/shell.ts';
import { applyLanguage } from '../i18n/applyLanguage.ts';
import { createI18n } from '../i18n/i18n.ts';
import { initialLanguage } from '../i18n/initialLanguage.ts';
import { loadTexts } from '../i18n/loadTexts.ts';
import { createNavigation } from '../navigation/navigation.ts';
import { createNotify } from '../notify/notify.ts';
import { notifyUnseen } from '../notify/notifyUnseen.ts';
import { createOffline } from '../offline/createOffline.ts';
import { pushAfterSignIn } from '../offline/pushAfterSignIn.ts';
import { launchQueueOf, receiveIncomingFiles } from '../pwa/incomingFiles.ts';
import { createInstallOffer } from '../pwa/installPrompt.ts';
import { registerServiceWorker } from '../pwa/serviceWorker.ts';
import { createSession } from '../reading-session/createSession.ts';
import { mapReadable } from '../state/mapReadable.ts';
import { safeStorage } from '../state/safeStorage.ts';
import { applyTheme } from '../theme/applyTheme.ts';
import { createTheme } from '../theme/theme.ts';
import { createUploads } from '../uploads/createUploads.ts';
import type { AppConfig } from './config.ts';
import { federationRuntime } from './federationRuntime.ts';
import { preloader } from './preload.ts';

export interface StartedShell extends Shell {
  /** The work behind the pages; called when the first page is on the screen. */
  goToWork(): void;
}

/** Puts the parts together, from the bottom to the top: sign-in, API and queue, session and uploads, the Host. */
export function createShell({ root }: AppConfig): StartedShell {
  const local = safeStorage(() => window.localStorage);
  const session = safeStorage(() => window.sessionStorage);

  const auth = createAuthSession({
    api: createAuthApi(root),
    storage: createTokenStorage(local, session),
    leave: (to) => (to === 'here' ? window.location.reload() : window.location.assign(to)),
    leaveNotice: (text) => leaveNotice(text, session),
    events: window,
  });
  const userId = mapReadable(auth.user, (user) => user?.id ?? null);

  const events = createEvents();
  const notify = createNotify(notifyUnseen);
  const i18n = createI18n(initialLanguage(local, navigator.languages));
  i18n.register('shell', loadTexts);
  applyLanguage(i18n);
  i18n.language.subscribe(() => {
    local.setItem(storageKeys.language, i18n.language.get());
    applyLanguage(i18n);
  });

  const offline = createOffline({
    root,
    headers: appHeaders,
    token: auth.getToken,
    refresh: auth.refresh,
    sessionExpired: auth.sessionExpired,
    user: auth.user,
    events,
    storage: local,
    session,
  });
  const readingSession = createSession({
    storage: local,
    otherTabs: window,
    userId,
    enqueue: offline.sync.enqueue,
    track: offline.track,
    events,
  });
  const uploads = createUploads({
    database: offline.database,
    api: offline.api,
    endpoint: `${root}/uploads/files`,
    userId,
    network: offline.network.state,
    headers: () => ({ ...appHeaders, Authorization: `Bearer ${auth.getToken() ?? ''}` }),
    refresh: auth.refresh,
    channel: 'BroadcastChannel' in window ? new BroadcastChannel('lectern-uploads') : null,
    onAdded(book) {
      offline.data.refresh('GET /books');
      events.emit('bookUpdated', { bookId: book.id, action: 'added', status: book.status });
    },
  });

  const registry = createRegistry(local);
  const remotes: Remotes = createRemotes(registry, federationRuntime, window.location.href);
  const preload = preloader(() => remotes);
  const navigation = createNavigation(preload);
  const theme = createTheme({
    storage: local,
    system: window.matchMedia('(prefers-color-scheme: dark)'),
    apply: applyTheme,
  });

  const host = createHost({
    user: auth.user,
    api: offline.api,
    data: offline.data,
    sync: offline.sync,
    network: offline.network.state,
    session: readingSession,
    uploads,
    offlineBooks: offline.offlineBooks,
    navigation,
    notify,
    theme,
    i18n,
    events,
    preferences: createPreferences({ storage: local, user: auth.user, events: window }),
    track: offline.track,
  });

  // Whoever signs in on this page sends what waited; a reader who was signed in already has the queue's own pace.
  let known = auth.user.get();
  let verified = false;
  auth.state.subscribe(() => {
    const user = auth.user.get();
    if (verified && known === null && user !== null) {
      void pushAfterSignIn({ queue: offline.sync, notify, events, t: i18n.translate('shell') });
    }
    known = user;
    verified ||= auth.state.get().status !== 'verifying';
  });

  return {
    host,
    auth,
    consent: createConsent(local),
    navigation,
    notify,
    i18n,
    registry,
    remotes,
    preload,
    updates: registerServiceWorker(
      process.env.LECTERN_MODE === 'production' ? (navigator.serviceWorker ?? null) : null,
      () => window.location.reload(),
    ),
    installing: createInstallOffer(window, local),
    reload: () => window.location.reload(),
    async forgetReader() {
      const user = auth.user.get();
      if (user !== null) await offline.forget(user.id);
      auth.forget();
    },
    goToWork() {
      void offline.start();
      void uploads.start().then(() =>
        receiveIncomingFiles({
          user: auth.user,
          add: uploads.add,
          caches: window.caches ?? null,
          launchQueue: launchQueueOf(window),
        }),
      );
    },
  };
}
