import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type {
  HostApi,
  HostUploads,
  NetworkState,
  UploadItem,
} from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { growingPause } from '../offline/common/growingPause.ts';
import type { LecternDatabase, StoredUpload } from '../offline/storage/database.ts';
import { type Sending, type SendOutcome, type SendPorts, sendFile } from './sendFile.ts';
import { createUploadStore } from './uploadStore.ts';

/** Maximum number of concurrent uploads. */
const maxSending = 2;
/** Maximum number of files being sent or processed, so that the server always has a next one to process. */
const maxRunning = 6;
/** Delays before a failed file is retried. */
const retryPauses = { first: 5_000, longest: 5 * 60_000 };
/**
 * Milliseconds before the first poll of the processing state, doubled for each
 * further poll up to the maximum.
 */
const [firstPoll, longestPoll] = [100, 800];

export interface UploadPorts {
  database: Promise<LecternDatabase>;
  api: HostApi;
  /** The tus endpoint: <root>/uploads/files */
  endpoint: string;
  userId: Readable<string | null>;
  network: Readable<NetworkState>;
  headers(): Record<string, string>;
  /** Refreshes the access token. False when the reader must sign in again. */
  refresh(): Promise<boolean>;
  /** @param isReplaced whether the book had another file before */
  onAdded(book: Book, isReplaced: boolean): void;
  send?: (upload: StoredUpload, ports: SendPorts) => Sending;
  wait?: (milliseconds: number) => Promise<void>;
  /** setTimeout */
  later?: (work: () => void, milliseconds: number) => void;
  /** Channel to other tabs; null if not supported. */
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
  locks?: LockManager | null;
}

/** Messages between tabs: one tab sends a file, all show its progress. */
type Message =
  | { kind: 'item'; item: UploadItem }
  | { kind: 'added' }
  | { kind: 'pause' | 'cancel'; id: string };

export interface Uploads {
  start(): Promise<void>;
  /** Shows files that were added to the database by other code. */
  refresh(): Promise<void>;
}

/**
 * Uploads files. Each is stored in the database until the server has created its book, so that it survives a closed
 * tab or a lost connection; one tab at a time sends a file (a Web Lock per upload).
 */
export function createUploads(ports: UploadPorts): HostUploads & Uploads {
  const { send = sendFile, wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) } = ports;
  const afterTimeout: NonNullable<UploadPorts['later']> = (work, ms) => {
    setTimeout(work, ms);
  };
  const { later = afterTimeout } = ports;
  const { channel = null, locks = navigator.locks ?? null } = ports;
  const items = createWritable<readonly UploadItem[]>([]);
  const store = createUploadStore(() => ports.database);
  const running = new Map<string, Sending>();
  /** Running uploads whose bytes are not all on the server yet. */
  const transferring = new Set<string>();
  const cancelled = new Set<string>();
  /** Consecutive failures by upload. */
  const failures = new Map<string, number>();

  const find = (id: string) => items.get().find((item) => item.id === id);
  const show = (id: string, next: Partial<UploadItem>) =>
    items.set(items.get().map((item) => (item.id === id ? { ...item, ...next } : item)));
  const post = (message: Message) => channel?.postMessage(message);
  function change(id: string, next: Partial<UploadItem>): void {
    show(id, next);
    const changed = find(id);
    if (changed) post({ kind: 'item', item: changed });
  }
  const remove = (id: string) => items.set(items.get().filter((item) => item.id !== id));

  /** Starts waiting uploads, up to the limits, when online. */
  function startWaiting(): void {
    if (ports.network.get() !== 'online' || ports.userId.get() === null) return;
    for (const item of items.get()) {
      if (running.size >= maxRunning || transferring.size >= maxSending) return;
      if (item.state === 'waiting' && !running.has(item.id)) runInBackground(lockedSend(item.id));
    }
  }

  async function lockedSend(id: string): Promise<void> {
    // Set now, so that another call does not start it again.
    running.set(id, { outcome: Promise.resolve({ kind: 'stopped' }), stop: () => undefined });
    transferring.add(id);
    try {
      // If another tab is sending it, this one waits, and takes over if that tab is closed.
      if (locks) await locks.request(`lectern-upload-${id}`, () => sendOne(id));
      else await sendOne(id);
    } finally {
      running.delete(id);
      transferring.delete(id);
    }
    startWaiting();
  }

  async function sendOne(id: string): Promise<void> {
    const upload = await store.get(id);
    const item = find(id);
    // Another tab has finished it.
    if (!upload && item && !isOver(item)) return remove(id);
    if (!upload || !item || isOver(item) || upload.paused) return;
    change(id, { state: 'sending', error: null });
    const sending = send(upload, {
      endpoint: ports.endpoint,
      headers: ports.headers,
      onAddress: (url) => runInBackground(store.update(id, { url })),
      onProgress: (progress) => {
        if (find(id)?.state !== 'sending') return;
        if (progress < 1) return change(id, { progress });
        change(id, { state: 'ingesting', progress: 0 });
        runInBackground(showIngest(id));
      },
    });
    running.set(id, sending);
    // The processing state could not be read: the file stays here, and the next attempt resumes.
    await applyOutcome(id, await sending.outcome).catch(() => applyOutcome(id, { kind: 'unreachable' }));
  }

  async function applyOutcome(id: string, outcome: SendOutcome): Promise<void> {
    if (cancelled.has(id)) return;
    switch (outcome.kind) {
      case 'sent':
        failures.delete(id);
        transferring.delete(id);
        startWaiting();
        return followIngest(id);
      case 'refused':
        await store.delete(id);
        return change(id, { state: 'refused', error: outcome.sentence });
      case 'gone':
        await store.update(id, { url: null });
        return change(id, { state: 'waiting', progress: 0 });
      case 'unauthenticated':
        return (await ports.refresh()) ? change(id, { state: 'waiting' }) : scheduleRetry(id);
      case 'unreachable':
        return ports.network.get() === 'online' ? scheduleRetry(id) : change(id, { state: 'waiting' });
      case 'stopped':
        return;
    }
  }

  /** Schedules a retry, with increasing delays and without a limit; the reader may also retry immediately. */
  function scheduleRetry(id: string): void {
    const count = (failures.get(id) ?? 0) + 1;
    failures.set(id, count);
    change(id, { state: 'failed', error: null });
    later(
      () => {
        if (find(id)?.state !== 'failed') return;
        change(id, { state: 'waiting' });
        startWaiting();
      },
      growingPause(count, retryPauses),
    );
  }

  /** The request with the last bytes stays open until the book is ready: shows the progress meanwhile. */
  async function showIngest(id: string): Promise<void> {
    const isOpen = () => transferring.has(id) && find(id)?.state === 'ingesting';
    for (let delay = firstPoll; ; delay = Math.min(2 * delay, longestPoll)) {
      const serverId = (await store.get(id))?.url?.split('/').pop();
      if (!serverId) return;
      const upload = await ports.api
        .call('GET /uploads/:id', { params: { id: serverId } })
        .catch(() => undefined);
      if (!isOpen() || upload?.state === 'done' || upload?.state === 'refused') return;
      if (upload?.state === 'ingesting') change(id, { progress: upload.progress });
      await wait(delay);
    }
  }

  /**
   * All bytes have been sent: polls the result until there is one, since the last response may have been lost.
   */
  async function followIngest(id: string): Promise<void> {
    change(id, { state: 'ingesting', progress: 0 });
    const serverId = (await store.get(id))?.url?.split('/').pop();
    if (!serverId) return change(id, { state: 'waiting' });
    for (let delay = firstPoll; ; delay = Math.min(2 * delay, longestPoll)) {
      if (cancelled.has(id)) return;
      const upload = await ports.api.call('GET /uploads/:id', { params: { id: serverId } }).catch((error) => {
        if (error.status === 404) return null;
        throw error;
      });
      if (upload === null) return applyOutcome(id, { kind: 'gone' });
      if (upload.state === 'refused')
        return applyOutcome(id, { kind: 'refused', sentence: upload.error?.error ?? '' });
      if (upload.state === 'done' && upload.book) {
        const isReplaced = (await store.get(id))?.replaces !== undefined;
        await store.delete(id);
        change(id, { state: 'done', progress: 1, book: upload.book, duplicate: upload.duplicate });
        return ports.onAdded(upload.book, isReplaced);
      }
      change(id, { progress: upload.progress });
      await wait(delay);
    }
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'item') {
      if (isOver(data.item)) store.forget(data.item.id);
      if (find(data.item.id)) show(data.item.id, data.item);
    } else if (data.kind === 'added') runInBackground(refresh());
    else {
      running.get(data.id)?.stop();
      if (data.kind === 'pause') return show(data.id, { state: 'paused' });
      cancelled.add(data.id);
      store.forget(data.id);
      remove(data.id);
    }
  });

  const asItem = ({ id, filename, size, paused }: StoredUpload): UploadItem => ({
    id,
    filename,
    size,
    state: paused ? 'paused' : 'waiting',
    progress: 0,
    book: null,
    duplicate: false,
    error: null,
  });

  /** Shows the waiting uploads of this reader, from this or another tab; those of other readers are not shown. */
  async function load(): Promise<void> {
    for (const sending of running.values()) sending.stop();
    items.set((await store.ofUser(ports.userId.get())).map(asItem));
    startWaiting();
  }

  /** Adds the uploads that another tab has added. */
  async function refresh(): Promise<void> {
    const uploads = await store.ofUser(ports.userId.get());
    const added = uploads.filter(({ id }) => !find(id));
    items.set([...items.get(), ...added.map(asItem)]);
    startWaiting();
  }

  /** Stores files in the browser until they are sent. */
  async function addFiles(
    files: readonly File[],
    use: Pick<StoredUpload, 'forBook' | 'replaces'>,
  ): Promise<void> {
    const userId = ports.userId.get();
    if (userId === null) return;
    const added = files.map(
      (file, index): StoredUpload => ({
        id: crypto.randomUUID(),
        userId,
        filename: file.name,
        size: file.size,
        type: file.type,
        file,
        addedAt: Date.now() + index,
        url: null,
        ...use,
        paused: false,
      }),
    );
    await store.add(added);
    items.set([...items.get(), ...added.map(asItem)]);
    post({ kind: 'added' });
    startWaiting();
  }

  return {
    items,
    refresh,
    async start() {
      ports.userId.subscribe(() => runInBackground(load()));
      ports.network.subscribe(() => {
        for (const { id, state } of items.get()) if (state === 'failed') change(id, { state: 'waiting' });
        startWaiting();
      });
      await load();
    },
    add: (files, forBook) => addFiles(files, forBook ? { forBook } : {}),
    replace: (file, bookId) => addFiles([file], { replaces: bookId }),
    pause(id) {
      running.get(id)?.stop();
      change(id, { state: 'paused' });
      post({ kind: 'pause', id });
      runInBackground(store.update(id, { paused: true }));
    },
    resume(id) {
      change(id, { state: 'waiting', error: null });
      runInBackground(store.update(id, { paused: false }).then(startWaiting));
    },
    async cancel(id) {
      cancelled.add(id);
      running.get(id)?.stop();
      const serverId = (await store.get(id))?.url?.split('/').pop();
      await store.delete(id);
      remove(id);
      post({ kind: 'cancel', id });
      // If this request is lost, the server deletes the upload after a day.
      if (serverId)
        await ports.api.call('DELETE /uploads/:id', { params: { id: serverId } }).catch(() => undefined);
    },
    clearFinished() {
      items.set(items.get().filter(({ state }) => state !== 'done' && state !== 'refused'));
    },
  };
}

const isOver = ({ state }: UploadItem): boolean => state === 'done' || state === 'refused';
