import type { HostSession, HostUploads, NetworkState } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { Offline } from '../offline/createOffline.ts';
import type { RestoreOnce } from './restoreOnce.ts';
import { createSealedWrites } from './sealedWrites.ts';
import { countsOf, totalOf, type Unsent, type UnsentCounts, unsentOfPage } from './unsent.ts';

/** State of the sign-out dialog for unsent changes. */
export type SignOutState =
  | { step: 'none' }
  | { step: 'asking'; counts: UnsentCounts; tried: boolean; canKeep: boolean }
  | { step: 'sending'; sent: number; total: number };

interface SignOutPorts {
  unsent(): Promise<Unsent>;
  /** Fetches the key for sealing unsent writes if necessary; false when it is unavailable. */
  canKeep(): Promise<boolean>;
  flush(): Promise<void>;
  /** When the next write that can still be undone will be sent, in milliseconds since 1970; null when there is none. */
  heldUntil(): number | null;
  uploads: Pick<HostUploads, 'items'>;
  session: Pick<HostSession, 'active' | 'stop'>;
  network: Readable<NetworkState>;
  wait?(milliseconds: number): Promise<void>;
  now?(): number;
}

/** Ends the session; 'seal' keeps unsent changes, encrypted, for the next sign-in, 'discard' removes them. */
type EndSession = (unsent: 'seal' | 'discard') => Promise<void>;

export interface SignOut {
  state: Readable<SignOutState>;
  /** Ends the session at once when everything has been sent, otherwise asks. @param end called with the decision */
  begin(end: EndSession): Promise<void>;
  sendNow(): Promise<void>;
  keep(): Promise<void>;
  discard(): Promise<void>;
  cancel(): void;
}

/** Milliseconds in which pending writes are normally sent, so that the reader need not be asked. */
const flushTimeoutMs = 2_000;
/** Delay between attempts; the reader is asked again after this many attempts without progress. */
const retryDelay = 1_000;
const maxAttempts = 3;

/** Creates the sign-out flow, which shows unsent changes before anything is removed. */
export function createSignOut(ports: SignOutPorts): SignOut {
  const { uploads, session, network, now = Date.now } = ports;
  const wait = ports.wait ?? ((ms) => new Promise<void>((resolve) => setTimeout(resolve, ms)));
  const state = createWritable<SignOutState>({ step: 'none' });
  let endSession: EndSession = async () => {};
  /** Incremented by cancel. */
  let attempt = 0;

  const flush = () => ports.flush().catch(() => undefined);
  const stored = async () => countsOf(await ports.unsent());
  /** Files that had no room in the database are only in memory. */
  const withFilesInMemory = (counts: UnsentCounts): UnsentCounts => {
    const unsent = uploads.items.get().filter(({ state: at }) => at !== 'done' && at !== 'refused');
    return { ...counts, files: Math.max(counts.files, unsent.length) };
  };
  const counts = async () => withFilesInMemory(await stored());
  const isBusy = () =>
    uploads.items.get().some(({ state: at }) => at === 'waiting' || at === 'sending' || at === 'ingesting');

  async function askOrEnd(tried: boolean): Promise<void> {
    const inBrowser = await stored();
    const remaining = withFilesInMemory(inBrowser);
    if (totalOf(remaining) === 0) return finish('seal');
    const isStored = remaining.files === inBrowser.files;
    const canKeep = isStored && (await ports.canKeep().catch(() => false));
    state.set({ step: 'asking', counts: remaining, tried, canKeep });
  }

  async function finish(unsent: 'seal' | 'discard'): Promise<void> {
    state.set({ step: 'none' });
    await endSession(unsent);
  }

  return {
    state,
    async begin(next) {
      endSession = next;
      // The reading session ends at sign-out; its time is one of the writes.
      if (session.active.get() !== null) await session.stop();
      if (network.get() !== 'offline' && totalOf(await counts()) > 0)
        await Promise.race([flush(), wait(flushTimeoutMs)]);
      await askOrEnd(false);
    },
    async sendNow() {
      attempt += 1;
      const thisAttempt = attempt;
      const total = totalOf(await counts());
      let failedAttempts = 0;
      for (;;) {
        const remaining = totalOf(await counts());
        if (thisAttempt !== attempt) return;
        if (remaining === 0) return finish('seal');
        state.set({ step: 'sending', sent: Math.max(0, total - remaining), total });
        await flush();
        const remainingAfter = totalOf(await counts());
        if (thisAttempt !== attempt) return;
        const held = ports.heldUntil();
        const isProgressing = network.get() === 'online' && (isBusy() || (held !== null && held > now()));
        failedAttempts = remainingAfter < remaining || isProgressing ? 0 : failedAttempts + 1;
        if (failedAttempts >= maxAttempts) return askOrEnd(true);
        if (remainingAfter > 0) await wait(retryDelay);
      }
    },
    keep: () => finish('seal'),
    discard: () => finish('discard'),
    cancel() {
      attempt += 1;
      state.set({ step: 'none' });
    },
  };
}

interface ReaderSignOutPorts extends Pick<SignOutPorts, 'uploads' | 'session'> {
  userId: Readable<string | null>;
  offline: Pick<Offline, 'sync' | 'network'>;
  restoreOnce: Pick<RestoreOnce, 'prepareKey'>;
  local: Storage;
}

/** The sign-out of this page's reader, with the unsent changes of the queue, the uploads and the reading session. */
export function createReaderSignOut(ports: ReaderSignOutPorts): SignOut {
  const { userId, offline, restoreOnce, local, uploads, session } = ports;
  const { sync, network } = offline;
  return createSignOut({
    async unsent() {
      const id = userId.get();
      if (id === null) return { actions: [], uploads: [], entries: {} };
      return unsentOfPage({ userId: id, queue: sync, local });
    },
    async canKeep() {
      await restoreOnce.prepareKey();
      // What is only in memory cannot be kept.
      if (!(await sync.keepAll())) return false;
      return createSealedWrites().hasKey(userId.get() ?? '');
    },
    flush: sync.flush,
    heldUntil: () =>
      sync.waiting.get().reduce((latest, { heldUntil = 0 }) => Math.max(latest, heldUntil), 0) || null,
    uploads,
    session,
    network: network.state,
  });
}
