import { mapReadable } from '@lectern/client/common/mapReadable.ts';
import { createDictionaries } from '@lectern/client/dictionaries/createDictionaries.ts';
import { announceSignIns } from '@lectern/client/notify/announceSignIns.ts';
import { emitBookEvents } from '@lectern/client/offline/books/emitBookEvents.ts';
import { createOffline, type OfflinePorts } from '@lectern/client/offline/createOffline.ts';
import { notifyFailures } from '@lectern/client/offline/status/notifyFailures.ts';
import { notifyReplaced } from '@lectern/client/offline/status/notifyReplaced.ts';
import { notifyStorage } from '@lectern/client/offline/status/notifyStorage.ts';
import { pushAfterSignIn } from '@lectern/client/offline/status/pushAfterSignIn.ts';
import {
  launchQueueOf,
  receiveIncomingFiles,
  type SharedQuestion,
} from '@lectern/client/pwa/incomingFiles.ts';
import { createSignOut } from '@lectern/client/reader-data/createSignOut.ts';
import { createSealedWrites } from '@lectern/client/reader-data/sealedWrites.ts';
import { unsentOfPage } from '@lectern/client/reader-data/unsent.ts';
import { createSession } from '@lectern/client/reading-session/createSession.ts';
import type { RemoteContents } from '@lectern/client/registry/remoteContent.ts';
import { createUploads } from '@lectern/client/uploads/createUploads.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { actionModulesOf } from '../federation/actionModules.ts';
import type { Loader } from '../federation/loader.ts';
import { createCommands } from '../host/commands.ts';
import { createHost, type HostParts } from '../host/createHost.ts';
import type { SignedInServices } from '../host/shell.ts';
import { SignedInLayout } from '../layout/SignedInLayout.tsx';
import { readOf } from '../routes/readOf.ts';
import type { Routes } from '../routes/routeTypes.ts';
import { createSealedWritesRestore } from './restoreSealedWrites.ts';

export interface SignedInPorts {
  loader: Loader;
  routes: Routes;
  contents: Readable<RemoteContents>;
  offline: Omit<OfflinePorts, 'actionModules' | 'offlineReads'>;
  /** Services shared with the visitor's Host. */
  common: Pick<HostParts, 'user' | 'navigation' | 'notify' | 'theme' | 'i18n' | 'events' | 'preferences'>;
}

export interface StartedServices extends SignedInServices {
  /** Starts background work; called when the first page has been painted. */
  startWork(): void;
  /** Sends pending changes after a sign-in. */
  pushWaiting(): void;
}

/**
 * Creates the services that only a signed-in reader needs: API and queue,
 * session and uploads, and the Host that remotes get.
 */
export function createSignedInServices({
  offline: ports,
  common,
  loader,
  routes,
  contents,
}: SignedInPorts): StartedServices {
  const { user, events, notify, i18n } = common;
  const userId = mapReadable(user, (reader) => reader?.id ?? null);
  const offline = createOffline({
    ...ports,
    offlineReads: () => routes.table.get().offlineReads.flatMap((read) => readOf(read) ?? []),
    actionModules: mapReadable(contents, (known) => actionModulesOf(known, loader)),
    onSent: (answer) => notifyReplaced(answer, notify, i18n.translate('shell'), common.navigation.go),
  });
  notifyStorage(offline.storageProblem, notify, () => i18n.translate('shell'), common.navigation.go);
  notifyFailures(events, notify, () => i18n.translate('shell'), common.navigation.go);
  const session = createSession({
    storage: ports.storage,
    otherTabs: window,
    userId,
    enqueue: offline.sync.enqueue,
    track: offline.track,
    events,
    // The tabs of a browser share the session: a lock lets one at a time change it.
    ...('locks' in navigator
      ? {
          withLock: <T>(work: () => T | Promise<T>) =>
            navigator.locks.request('lectern-session', work) as Promise<T>,
        }
      : {}),
  });
  const uploads = createUploads({
    get database() {
      return offline.database;
    },
    api: offline.api,
    endpoint: `${ports.root}/uploads/files`,
    userId,
    network: offline.network.state,
    headers: () => ({ ...ports.headers, Authorization: `Bearer ${ports.token() ?? ''}` }),
    refresh: ports.refresh,
    channel: 'BroadcastChannel' in window ? new BroadcastChannel('lectern-uploads') : null,
    onAdded(book, isReplaced) {
      // Highlights, place and contents change with the new file.
      if (isReplaced) offline.data.refresh();
      else offline.data.refresh('GET /books');
      if (isReplaced) runInBackground(offline.offlineBooks.renew());
      events.emit('bookUpdated', { bookId: book.id, action: 'added', status: book.status });
    },
  });

  const dictionaries = createDictionaries({
    api: offline.api,
    preferences: common.preferences,
    origin: location.origin,
  });

  let announced = false;
  /** Runs in the background; failures are reported at the next start. */
  const announce = () => {
    if (announced || user.get() === null) return;
    announced = true;
    announceSignIns({
      api: offline.api,
      notify,
      t: i18n.translate('shell'),
      language: i18n.language.get(),
      opened: performance.getEntriesByType('navigation')[0]?.name ?? '',
    }).catch(() => undefined);
  };

  const sealedWrites = createSealedWritesRestore({
    userId,
    api: offline.api,
    offline,
    local: ports.storage,
    async onRestored() {
      await uploads.refresh();
      const t = i18n.translate('shell');
      const message = t('Your unsent changes are back and are being sent.');
      notify.show({ tone: 'info', message, duration: 6_000 });
    },
  });
  offline.network.state.subscribe(sealedWrites.whenOnline);
  userId.subscribe(sealedWrites.whenOnline);

  const shared = createWritable<SharedQuestion | null>(null);
  const signOut = createSignOut({
    async unsent() {
      const id = userId.get();
      if (id === null) return { actions: [], uploads: [], entries: {} };
      return unsentOfPage({ userId: id, queue: offline.sync, local: ports.storage });
    },
    async canKeep() {
      await sealedWrites.prepareKey();
      // What is only in memory cannot be kept.
      if (!(await offline.sync.keepAll())) return false;
      return createSealedWrites().hasKey(userId.get() ?? '');
    },
    flush: offline.sync.flush,
    heldUntil: () =>
      offline.sync.waiting.get().reduce<number | null>((latest, { heldUntil = 0 }) => {
        return heldUntil > (latest ?? 0) ? heldUntil : latest;
      }, null),
    uploads,
    session,
    network: offline.network.state,
  });

  let started: Promise<void> | null = null;
  const startOffline = () => {
    started ??= sealedWrites.restore().then(offline.start);
    return started;
  };

  return {
    host: createHost({
      ...common,
      api: offline.api,
      data: offline.data,
      sync: { ...offline.sync, enqueue: emitBookEvents(offline.sync.enqueue, events) },
      network: offline.network.state,
      session,
      uploads,
      offlineBooks: offline.offlineBooks,
      dictionaries,
      track: offline.track,
      commands: createCommands(contents, i18n, common.navigation),
    }),
    Layout: SignedInLayout,
    startWork() {
      sealedWrites.whenOnline();
      runInBackground(startOffline().then(announce));
      runInBackground(
        sealedWrites
          .restore()
          .then(uploads.start)
          .then(() =>
            receiveIncomingFiles({
              question: shared,
              user,
              add: uploads.add,
              caches: window.caches ?? null,
              launchQueue: launchQueueOf(window),
            }),
          ),
      );
    },
    pushWaiting: () =>
      runInBackground(
        sealedWrites
          .restore()
          .then(startOffline)
          .then(() => {
            announce();
            return pushAfterSignIn({ queue: offline.sync, notify, events, t: i18n.translate('shell') });
          }),
      ),
    signOut,
    shared,
  };
}
