import type {
  HostEvents,
  HostI18n,
  HostNotify,
  HostUploads,
} from '@lectern/shared-contracts/contract/host.ts';
import type { Readable, Writable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { Offline } from '../../offline/createOffline.ts';
import { pushAfterSignIn } from '../../offline/status/pushAfterSignIn.ts';
import type { RestoreOnce } from '../../reader-data/restoreOnce.ts';
import { announceSignIns } from '../../services/notify/announceSignIns.ts';
import type { Uploads } from '../../uploads/createUploads.ts';
import { launchQueueOf, receiveIncomingFiles, type SharedQuestion } from '../incomingFiles.ts';

export interface BackgroundPorts {
  user: Readable<{ id: string } | null>;
  offline: Pick<Offline, 'api' | 'sync' | 'start'>;
  restoreOnce: RestoreOnce;
  uploads: Pick<HostUploads & Uploads, 'add' | 'start'>;
  /** Set when the reader must be asked about files that were shared with the app. */
  shared: Writable<SharedQuestion | null>;
  events: HostEvents;
  notify: HostNotify;
  i18n: HostI18n;
}

/** What runs beside the pages of a signed-in reader: sealed writes first, then the queue and the uploads. */
export type BackgroundWork = ReturnType<typeof createBackgroundWork>;

export function createBackgroundWork(ports: BackgroundPorts) {
  const { user, offline, restoreOnce, uploads, shared, events, notify, i18n } = ports;
  const translate = () => i18n.translate('shell');
  let offlineStart: Promise<void> | null = null;
  let isAnnounced = false;

  function startOffline(): Promise<void> {
    offlineStart ??= restoreOnce.restore().then(offline.start);
    return offlineStart;
  }

  /** Runs in the background; failures are reported at the next start. */
  function announce(): void {
    if (isAnnounced || user.get() === null) return;
    isAnnounced = true;
    announceSignIns({
      api: offline.api,
      notify,
      t: translate(),
      language: i18n.language.get(),
      opened: performance.getEntriesByType('navigation')[0]?.name ?? '',
    }).catch(() => undefined);
  }

  async function startUploads(): Promise<void> {
    await restoreOnce.restore();
    await uploads.start();
    receiveIncomingFiles({
      question: shared,
      user,
      add: uploads.add,
      caches: window.caches ?? null,
      launchQueue: launchQueueOf(window),
    });
  }

  async function push(): Promise<void> {
    await restoreOnce.restore();
    await startOffline();
    announce();
    await pushAfterSignIn({ queue: offline.sync, notify, events, t: translate() });
  }

  return {
    /** Starts it; called when the first page has been painted. */
    startWork() {
      restoreOnce.whenOnline();
      runInBackground(startOffline().then(announce));
      runInBackground(startUploads());
    },
    /** Sends pending changes after a sign-in. */
    pushWaiting: () => runInBackground(push()),
  };
}
