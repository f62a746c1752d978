import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { growingPause } from '../offline/common/growingPause.ts';
import { createIngestPolling } from './ingestPolling.ts';
import { type Sending, type SendOutcome, sendFile } from './sendFile.ts';
import { isOver, type UploadList } from './uploadList.ts';
import type { UploadPorts } from './uploadPorts.ts';
import type { UploadStore } from './uploadStore.ts';

/** Maximum number of concurrent uploads. */
const maxSending = 2;
/** Maximum number of files being sent or processed, so that the server always has a next one to process. */
const maxRunning = 6;
/** Delays before a failed file is retried. */
const retryPauses = { first: 5_000, longest: 5 * 60_000 };
export interface UploadSender {
  /** Starts waiting uploads, up to the limits, when online. */
  startWaiting(): void;
  stop(id: string): void;
  stopAll(): void;
  /** Stops an upload for good: its outcome is ignored. */
  cancel(id: string): void;
}

/** Sends the waiting files of the list and follows them until the server has processed them. */
export function createUploadSender(ports: UploadPorts, list: UploadList, store: UploadStore): UploadSender {
  const { send = sendFile, wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) } = ports;
  const afterTimeout: NonNullable<UploadPorts['later']> = (work, ms) => {
    setTimeout(work, ms);
  };
  const { later = afterTimeout, locks = navigator.locks ?? null } = ports;
  const { find, change } = list;
  const ingest = createIngestPolling(ports.api, wait);
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

  async function showIngest(id: string): Promise<void> {
    const serverId = await store.serverIdOf(id);
    if (serverId === undefined) return;
    const isOpen = () => transferring.has(id) && find(id)?.state === 'ingesting';
    await ingest.showProgress(serverId, isOpen, (progress) => change(id, { progress }));
  }

  /** All bytes have been sent. */
  async function followIngest(id: string): Promise<void> {
    change(id, { state: 'ingesting', progress: 0 });
    const serverId = await store.serverIdOf(id);
    if (serverId === undefined) return change(id, { state: 'waiting' });
    const isWanted = () => !cancelled.has(id);
    const result = await ingest.result(serverId, isWanted, (progress) => change(id, { progress }));
    if (result === null) return;
    if (result.kind !== 'done') return applyOutcome(id, result);
    const { book, duplicate } = result;
    const isReplaced = (await store.get(id))?.replaces !== undefined;
    await store.delete(id);
    change(id, { state: 'done', progress: 1, book, duplicate });
    ports.onAdded(book, isReplaced);
  }

  return {
    startWaiting,
    stop: (id) => running.get(id)?.stop(),
    stopAll() {
      for (const sending of running.values()) sending.stop();
    },
    cancel(id) {
      cancelled.add(id);
      running.get(id)?.stop();
    },
  };
}
