import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Upload } from '@lectern/shared-contracts/api/uploads.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { backoffMs } from '../offline/common/backoff.ts';
import { type Sending, type SendOutcome, sendFile } from './sendFile.ts';
import { isOver, type UploadList, type UploadPorts } from './uploadList.ts';
import type { UploadStore } from './uploadStore.ts';

/** Maximum number of concurrent uploads. */
const maxSending = 2;
/** Maximum number of files being sent or processed, so that the server always has a next one to process. */
const maxRunning = 6;
/** Delays before a failed file is retried. */
const retryPauses = { first: 5_000, longest: 5 * 60_000 };
/** Milliseconds before the server is first asked how far it is, doubled for each further poll up to the maximum. */
const [firstPoll, longestPoll] = [100, 800];

/** What the server made of a file: no book yet of a calibre library. */
type IngestResult =
  | { kind: 'done'; book: Book | null; duplicate: boolean }
  | Extract<SendOutcome, { kind: 'refused' | 'gone' | 'unreachable' }>;

/**
 * Decides which of the waiting files are sent now: a few at a time, each by one tab. Each is followed until the server
 * has processed it.
 */
export function createUploadSender(ports: UploadPorts, list: UploadList, store: UploadStore) {
  const { api, locks = navigator.locks ?? null, send = sendFile, later = setTimeout } = ports;
  const { wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) } = ports;
  const { find, change } = list;
  const running = new Map<string, Sending>();
  /** Running uploads whose bytes are not all on the server yet. */
  const transferring = new Set<string>();
  const cancelled = new Set<string>();
  /** Consecutive failures by upload. */
  const failures = new Map<string, number>();

  function startWaiting(): void {
    if (ports.network.get() !== 'online' || ports.userId.get() === null) return;
    for (const item of list.items.get()) {
      if (running.size >= maxRunning || transferring.size >= maxSending) return;
      if (item.state === 'waiting' && !running.has(item.id)) runInBackground(run(item.id));
    }
  }

  async function run(id: string): Promise<void> {
    // Set now, so that another call does not start it again.
    running.set(id, { outcome: Promise.resolve({ kind: 'stopped' }), stop: () => undefined });
    transferring.add(id);
    try {
      // If another tab is sending it, this one waits, and takes over if that tab is closed.
      if (locks) await locks.request(`lectern-upload-${id}`, () => attempt(id));
      else await attempt(id);
    } finally {
      running.delete(id);
      transferring.delete(id);
    }
    startWaiting();
  }

  /** Sends a file, resuming an earlier attempt. */
  async function attempt(id: string): Promise<void> {
    const upload = await store.get(id);
    const item = find(id);
    // Another tab has finished it.
    if (!upload && item && !isOver(item)) return list.remove(id);
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
        return change(id, { state: 'refused', error: outcome.message });
      case 'gone':
        await store.update(id, { url: null });
        return change(id, { state: 'waiting', progress: 0 });
      case 'unauthenticated':
        return (await ports.refresh()) ? change(id, { state: 'waiting' }) : scheduleRetry(id);
      case 'too large':
        return change(id, { state: 'failed', error: outcome.reason });
      case 'unreachable':
        return ports.network.get() === 'online'
          ? scheduleRetry(id, outcome.reason)
          : change(id, { state: 'waiting' });
      case 'stopped':
        return;
    }
  }

  /** Schedules a retry, with increasing delays and without a limit; the reader may also retry immediately. */
  function scheduleRetry(id: string, error: string | null = null): void {
    const count = (failures.get(id) ?? 0) + 1;
    failures.set(id, count);
    change(id, { state: 'failed', error });
    const retry = (): void => {
      if (find(id)?.state !== 'failed') return;
      change(id, { state: 'waiting' });
      startWaiting();
    };
    later(retry, backoffMs(count, retryPauses));
  }

  const ask = (serverId: string): Promise<Upload> =>
    api.call('GET /uploads/:id', { params: { id: serverId } });

  /** Shows how far the server is while the request with the last bytes stays open, until the book is ready. */
  async function showIngest(id: string): Promise<void> {
    const serverId = await store.serverIdOf(id);
    if (serverId === undefined) return;
    for (let pause = firstPoll; ; pause = Math.min(2 * pause, longestPoll)) {
      const upload = await ask(serverId).catch(() => undefined);
      if (!transferring.has(id) || find(id)?.state !== 'ingesting') return;
      if (upload?.state === 'done' || upload?.state === 'refused') return;
      if (upload?.state === 'ingesting') change(id, { progress: upload.progress });
      await wait(pause);
    }
  }

  /** All bytes have been sent. */
  async function followIngest(id: string): Promise<void> {
    change(id, { state: 'ingesting', progress: 0 });
    const serverId = await store.serverIdOf(id);
    if (serverId === undefined) return change(id, { state: 'waiting' });
    const result = await ingestResult(id, serverId);
    if (result === null) return;
    if (result.kind !== 'done') return applyOutcome(id, result);
    const { book, duplicate } = result;
    const isReplaced = (await store.get(id))?.replaces !== undefined;
    await store.delete(id);
    change(id, { state: 'done', progress: 1, book, duplicate });
    ports.onAdded(book, isReplaced);
  }

  /**
   * Polls until there is a result, since the response to the last bytes may have been lost.
   * @returns null when it is no longer wanted
   */
  async function ingestResult(id: string, serverId: string): Promise<IngestResult | null> {
    for (let pause = firstPoll; !cancelled.has(id); pause = Math.min(2 * pause, longestPoll)) {
      const upload = await ask(serverId).catch((error) => {
        if (error.status === 404) return null;
        throw error;
      });
      if (upload === null) return { kind: 'gone' };
      const { state, book, duplicate, error } = upload;
      if (state === 'refused') return { kind: 'refused', message: error?.error ?? '' };
      if (error) return { kind: 'unreachable', reason: error.error };
      if (state === 'done') return { kind: 'done', book, duplicate };
      change(id, { progress: upload.progress });
      await wait(pause);
    }
    return null;
  }

  return {
    /** Starts waiting uploads, up to the limits, when online. */
    startWaiting,
    stop: (id: string) => running.get(id)?.stop(),
    stopAll() {
      for (const sending of running.values()) sending.stop();
    },
    /** Stops an upload for good: its outcome is ignored. */
    cancel(id: string) {
      cancelled.add(id);
      running.get(id)?.stop();
    },
  };
}
