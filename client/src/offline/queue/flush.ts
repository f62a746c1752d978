import { singleFlight } from '../common/singleFlight.ts';
import type { ActionCache } from './actionCache.ts';
import type { LogReplay } from './logReplay.ts';
import type { QueuePorts } from './queuePorts.ts';
import { createSender, type FlushReport, type SenderPorts } from './sender.ts';
import { isReadersChange, type SyncStatus } from './syncStatus.ts';
import type { Tabs } from './tabs.ts';

export interface FlushPorts extends Omit<SenderPorts, 'change'>, Pick<QueuePorts, 'exclusively'> {
  cache: ActionCache;
  log: LogReplay;
  status: SyncStatus;
  tabs: Tabs;
  /** Called with the result of each flush. */
  onFlushed(report: FlushReport): void;
}

/** @returns sends all writes that can be sent now, once for all concurrent callers; resolves with the result */
export function createFlush(ports: FlushPorts): () => Promise<FlushReport> {
  const { cache, log, pause, status, tabs } = ports;
  const sender = createSender({
    ...ports,
    change: (...step) => cache.change(...step),
    async commit(actions) {
      await ports.commit(actions);
      // Set before they leave the queue, so that an empty queue is never shown without it.
      if (actions.some(isReadersChange)) status.flushing.justCompleted = true;
      tabs.post({ kind: 'settled', actions });
    },
  });

  async function drain(): Promise<FlushReport> {
    status.flushing.now = true;
    return ports
      .exclusively(async () => {
        // Writes that a closed tab has left, and those that another tab has sent from memory.
        await log.replay();
        return sender.drain();
      })
      .finally(() => {
        status.flushing.now = false;
      });
  }

  return singleFlight(async () => {
    const before = pause.state();
    const report = await drain();
    if (pause.state() !== before) tabs.post({ kind: 'paused', state: pause.state() });
    await cache.reload();
    ports.onFlushed(report);
    return report;
  });
}
