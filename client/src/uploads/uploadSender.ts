import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { Sending } from './sendFile.ts';
import { createUploadAttempt } from './uploadAttempt.ts';
import type { UploadList } from './uploadList.ts';
import type { UploadPorts } from './uploadPorts.ts';
import type { UploadStore } from './uploadStore.ts';

/** Maximum number of concurrent uploads. */
const maxSending = 2;
/** Maximum number of files being sent or processed, so that the server always has a next one to process. */
const maxRunning = 6;

export interface UploadSender {
  /** Starts waiting uploads, up to the limits, when online. */
  startWaiting(): void;
  stop(id: string): void;
  stopAll(): void;
  /** Stops an upload for good: its outcome is ignored. */
  cancel(id: string): void;
}

/** Decides which of the waiting files are sent now: a few at a time, each by one tab. */
export function createUploadSender(ports: UploadPorts, list: UploadList, store: UploadStore): UploadSender {
  const { locks = navigator.locks ?? null } = ports;
  const running = new Map<string, Sending>();
  /** Running uploads whose bytes are not all on the server yet. */
  const transferring = new Set<string>();
  const cancelled = new Set<string>();
  const attempt = createUploadAttempt(ports, list, store, {
    sending: (id, sending) => running.set(id, sending),
    isTransferring: (id) => transferring.has(id),
    transferred(id) {
      transferring.delete(id);
      startWaiting();
    },
    isCancelled: (id) => cancelled.has(id),
    startWaiting,
  });

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
