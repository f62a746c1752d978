import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { backoffMs } from '../offline/common/backoff.ts';
import { createIngestPolling } from './ingestPolling.ts';
import { type Sending, type SendOutcome, sendFile } from './sendFile.ts';
import { isOver, type UploadList } from './uploadList.ts';
import type { UploadPorts } from './uploadPorts.ts';
import type { UploadStore } from './uploadStore.ts';

/** The uploads that run in this tab (uploadSender.ts). */
export interface RunningUploads {
  /** Its bytes are being sent from now on. */
  sending(id: string, sending: Sending): void;
  isTransferring(id: string): boolean;
  /** All its bytes are on the server. */
  transferred(id: string): void;
  isCancelled(id: string): boolean;
  startWaiting(): void;
}

/** Delays before a failed file is retried. */
const retryPauses = { first: 5_000, longest: 5 * 60_000 };

/** @returns sends a file, resuming an earlier attempt, and follows it until the server has processed it */
export function createUploadAttempt(
  ports: UploadPorts,
  list: UploadList,
  store: UploadStore,
  runs: RunningUploads,
): (id: string) => Promise<void> {
  const { send = sendFile, later = setTimeout } = ports;
  const { wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) } = ports;
  const { find, change } = list;
  const ingest = createIngestPolling(ports.api, wait);
  /** Consecutive failures by upload. */
  const failures = new Map<string, number>();

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
    runs.sending(id, sending);
    // The processing state could not be read: the file stays here, and the next attempt resumes.
    await applyOutcome(id, await sending.outcome).catch(() => applyOutcome(id, { kind: 'unreachable' }));
  }

  async function applyOutcome(id: string, outcome: SendOutcome): Promise<void> {
    if (runs.isCancelled(id)) return;
    switch (outcome.kind) {
      case 'sent':
        failures.delete(id);
        runs.transferred(id);
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
    later(
      () => {
        if (find(id)?.state !== 'failed') return;
        change(id, { state: 'waiting' });
        runs.startWaiting();
      },
      backoffMs(count, retryPauses),
    );
  }

  async function showIngest(id: string): Promise<void> {
    const serverId = await store.serverIdOf(id);
    if (serverId === undefined) return;
    const isOpen = () => runs.isTransferring(id) && find(id)?.state === 'ingesting';
    await ingest.showProgress(serverId, isOpen, (progress) => change(id, { progress }));
  }

  /** All bytes have been sent. */
  async function followIngest(id: string): Promise<void> {
    change(id, { state: 'ingesting', progress: 0 });
    const serverId = await store.serverIdOf(id);
    if (serverId === undefined) return change(id, { state: 'waiting' });
    const isWanted = () => !runs.isCancelled(id);
    const result = await ingest.result(serverId, isWanted, (progress) => change(id, { progress }));
    if (result === null) return;
    if (result.kind !== 'done') return applyOutcome(id, result);
    const { book, duplicate } = result;
    const isReplaced = (await store.get(id))?.replaces !== undefined;
    await store.delete(id);
    change(id, { state: 'done', progress: 1, book, duplicate });
    ports.onAdded(book, isReplaced);
  }

  return attempt;
}
