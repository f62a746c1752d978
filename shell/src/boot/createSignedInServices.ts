import type { Obstacle } from '@lectern/client/api/obstacle.ts';
import { mapReadable } from '@lectern/client/common/readables.ts';
import { createDictionaries } from '@lectern/client/dictionaries/createDictionaries.ts';
import { emitBookEvents } from '@lectern/client/offline/books/bookEvents.ts';
import { createOffline, type Offline, type OfflinePorts } from '@lectern/client/offline/createOffline.ts';
import {
  createFailureNotice,
  notifyReplaced,
  notifyStorage,
} from '@lectern/client/offline/status/notices.ts';
import { type BackgroundWork, createBackgroundWork } from '@lectern/client/pwa/background/backgroundWork.ts';
import type { SharedQuestion } from '@lectern/client/pwa/incomingFiles.ts';
import { createReaderSignOut } from '@lectern/client/reader-data/createSignOut.ts';
import { createRestoreOnce } from '@lectern/client/reader-data/restoreOnce.ts';
import { createSession } from '@lectern/client/reading-session/createSession.ts';
import type { RemoteContents } from '@lectern/client/registry/remoteContent.ts';
import type { I18n } from '@lectern/client/services/i18n/i18n.ts';
import { notifyUnseen } from '@lectern/client/services/notify/notifyUnseen.ts';
import { createUploads, type Uploads } from '@lectern/client/uploads/createUploads.ts';
import { createCollections } from '@lectern/shared-contracts/contract/createCollections.ts';
import type { Host, HostSession, HostUploads } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { createCommands } from '../host/commands.ts';
import { createHost, type HostParts } from '../host/createHost.ts';
import type { SignedInServices, VersionedThing } from '../host/shell.ts';
import { SignedInLayout } from '../layout/SignedInLayout.tsx';
import { actionModulesBy } from '../remotes/federation/actionModules.ts';
import type { Loader } from '../remotes/federation/loader.ts';
import { createPoints } from '../remotes/points/createPoints.tsx';
import { watchConfig } from '../remotes/points/remoteConfig.ts';
import { watchCircumstances } from '../routes/conditions.ts';
import { readOf } from '../routes/readOf.ts';
import type { Routes } from '../routes/routeTypes.ts';

export interface SignedInPorts {
  loader: Loader;
  routes: Routes;
  contents: Readable<RemoteContents>;
  offlinePorts: Omit<OfflinePorts, 'actionModules' | 'offlineReads'>;
  /** Services shared with the visitor's Host. */
  hostParts: Pick<HostParts, 'user' | 'navigation' | 'notify' | 'theme' | 'events' | 'preferences'> & {
    i18n: I18n;
  };
}

export interface StartedServices extends SignedInServices, BackgroundWork {}

/**
 * Creates the services that only a signed-in reader needs: API and queue,
 * session and uploads, and the Host that remotes get.
 */
export function createSignedInServices(ports: SignedInPorts): StartedServices {
  const { hostParts, offlinePorts, loader, routes, contents } = ports;
  const { user, events, notify, i18n, navigation } = hostParts;
  const userId = mapReadable(user, (reader) => reader?.id ?? null);
  const translate = () => i18n.translate('shell');
  const showFailure = createFailureNotice(notify, translate, navigation.go);
  const offline = createOffline({
    ...offlinePorts,
    onRefused: ({ type }, error) => showFailure({ type, error }),
    offlineReads: () => routes.table.get().offlineReads.flatMap((read) => readOf(read) ?? []),
    actionModules: mapReadable(contents, actionModulesBy(loader)),
    onSent: (response) => notifyReplaced(response, notify, translate(), navigation.go),
  });
  notifyStorage(offline.storageProblem, notify, translate, navigation.go);
  events.on('syncActionFailed', showFailure);
  const session = createReadingSession(ports, offline, userId);
  const uploads = createReaderUploads(ports, offline, userId);
  const restoreOnce = createRestoreOnce({
    userId,
    api: offline.api,
    offline,
    local: offlinePorts.storage,
    async onRestored() {
      await uploads.refresh();
      const t = translate();
      const message = t('Your unsent changes are back and are being sent.');
      notify.show({ tone: 'info', message, duration: 6_000, isNews: true });
    },
  });
  offline.network.state.subscribe(restoreOnce.whenOnline);
  userId.subscribe(restoreOnce.whenOnline);
  const shared = createWritable<SharedQuestion | null>(null);
  const versions = createWritable<VersionedThing | null>(null);

  const circumstances = watchCircumstances({
    user,
    data: offline.data,
    network: offline.network.state,
    language: i18n.language,
    table: routes.declared,
  });
  routes.follow(circumstances);
  const point = createPoints({ table: routes.table, circumstances, loader, i18n, host: () => host });
  const enqueue = emitBookEvents(offline.sync.enqueue, events);
  const host: Host = createHost(
    {
      ...hostParts,
      api: offline.api,
      data: offline.data,
      sync: { ...offline.sync, enqueue },
      network: offline.network.state,
      session,
      uploads,
      offlineBooks: offline.offlineBooks,
      dictionaries: createDictionaries({
        api: offline.api,
        preferences: hostParts.preferences,
        origin: location.origin,
      }),
      point,
      showVersions: (kind, id) => versions.set({ kind, id }),
      track: offline.track,
      commands: createCommands(contents, routes, i18n, navigation),
    },
    (remote) => ({
      config: watchConfig(remote, contents, offline.data),
      collection: createCollections(remote, () => contents.get().get(remote)?.data ?? [], {
        data: offline.data,
        enqueue,
      }),
    }),
  );

  return {
    host,
    Layout: SignedInLayout,
    obstacle: mergedObstacle(offline),
    ...createBackgroundWork({ ...hostParts, offline, restoreOnce, uploads, shared }),
    signOut: createReaderSignOut({
      userId,
      offline,
      restoreOnce,
      uploads,
      session,
      local: offlinePorts.storage,
    }),
    versions,
    shared,
  };
}

/** The obstacle on the network; without one, the reason why a change waits for its next try. */
function mergedObstacle({ network, sync }: Offline): Readable<Obstacle | null> {
  const obstacle = createWritable<Obstacle | null>(null);
  const update = () => {
    const held = sync.waiting.get().find(({ waits = 0, status }) => waits > 0 && status === 'pending');
    const reason = held?.lastError ? { message: held.lastError, link: null } : null;
    const next = network.obstacle.get() ?? reason;
    if (next?.message !== obstacle.get()?.message || next?.link !== obstacle.get()?.link) obstacle.set(next);
  };
  network.obstacle.subscribe(update);
  sync.waiting.subscribe(update);
  return obstacle;
}

type UserId = Readable<string | null>;

function createReadingSession(
  { offlinePorts, hostParts }: SignedInPorts,
  offline: Offline,
  userId: UserId,
): HostSession {
  return createSession({
    storage: offlinePorts.storage,
    otherTabs: window,
    userId,
    enqueue: offline.sync.enqueue,
    track: offline.track,
    events: hostParts.events,
    // The tabs of a browser share the session, so one at a time may change it.
    ...('locks' in navigator
      ? {
          withLock: <T>(work: () => T | Promise<T>) =>
            navigator.locks.request('lectern-session', work) as Promise<T>,
        }
      : {}),
  });
}

function createReaderUploads(
  { offlinePorts: connection, hostParts }: SignedInPorts,
  offline: Offline,
  userId: UserId,
): HostUploads & Uploads {
  return createUploads({
    get database() {
      return offline.database;
    },
    api: offline.api,
    endpoint: `${connection.root}/uploads/files`,
    userId,
    network: offline.network.state,
    headers: () => ({ ...connection.headers, Authorization: `Bearer ${connection.token() ?? ''}` }),
    refresh: connection.refresh,
    channel: 'BroadcastChannel' in window ? new BroadcastChannel('lectern-uploads') : null,
    onAdded(book, isReplaced) {
      if (book === null) return offline.data.refresh('GET /folders');
      const t = hostParts.i18n.translate('shell');
      const message = t('“{{title}}” is in your library.', { title: book.title });
      notifyUnseen({ tone: 'success', message }, 'upload');
      // Highlights, place and contents change with the new file.
      if (isReplaced) offline.data.refresh();
      else offline.data.refresh('GET /books');
      if (isReplaced) runInBackground(offline.offlineBooks.renew());
      hostParts.events.emit('bookUpdated', { bookId: book.id, action: 'added', status: book.status });
    },
  });
}
