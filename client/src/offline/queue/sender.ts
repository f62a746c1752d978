import { type BatchPorts, createBatches } from './batches.ts';
import type { QueuePorts } from './queuePorts.ts';
import { createSendAction, type SendPorts } from './sendAction.ts';
import type { StoredAction } from './storedAction.ts';
import * as transitions from './transitions.ts';

/** Result of a flush. */
export interface FlushReport {
  sent: readonly StoredAction[];
  /** Tried without success. */
  failed: readonly StoredAction[];
}

export interface SenderPorts extends SendPorts, BatchPorts, Pick<QueuePorts, 'user'> {}

/** Result of a batch. */
interface BatchReport extends FlushReport {
  /** Not tried, because nothing more can be sent now; null when all were tried. */
  unsent: readonly StoredAction[] | null;
}

/**
 * Writes are marked and removed in batches, one transaction each: as many as succeed in this time, up to the maximum
 * size. After a crash at most two batches are sent again, and an urgent write waits for at most one.
 */
const batchTimeMs = 250;
const maxBatchSize = 32;

/** Sends queued writes, one after the other. The caller holds the lock between the tabs. */
export function createSender(ports: SenderPorts) {
  const { user, network, pause, now, change } = ports;
  const send = createSendAction(ports);

  /** Sends them one after the other, until nothing more can be sent. */
  async function sendBatch(actions: readonly StoredAction[], canSend: () => boolean): Promise<BatchReport> {
    const [sent, failed]: [StoredAction[], StoredAction[]] = [[], []];
    for (const [index, action] of actions.entries()) {
      if (!canSend()) return { sent, failed, unsent: actions.slice(index) };
      const outcome = await send(action);
      if (outcome === null) {
        sent.push(action);
        continue;
      }
      if (outcome !== 'resolved') failed.push(action);
      if (outcome === 'unauthorized' || outcome === 'unreached' || pause.isActive())
        return { sent, failed, unsent: actions.slice(index + 1) };
    }
    return { sent, failed, unsent: null };
  }

  return {
    async drain(): Promise<FlushReport> {
      const sent: StoredAction[] = [];
      const failed: StoredAction[] = [];
      const userId = user.get()?.id;
      if (userId === undefined) return { sent, failed };
      const canSend = (): boolean =>
        user.get()?.id === userId && network.state.get() === 'online' && !pause.isActive();
      const batches = createBatches(ports, userId);
      let size = 1;

      await change(userId, transitions.recovered);
      let current = canSend() ? await batches.takeNext(size) : [];
      while (current.length > 0) {
        const began = now();
        // While these are on their way, the ones before are removed and the next are chosen.
        const [report, next] = await both(sendBatch(current, canSend), batches.takeNext(size));
        size = pause.isProbing() ? 1 : sizeAfter(now() - began, current.length);
        sent.push(...report.sent);
        failed.push(...report.failed);
        batches.accepted(report.sent);
        if (report.unsent !== null) {
          const unsent = [...report.unsent, ...next];
          if (unsent.length > 0) await change(userId, (actions) => transitions.released(actions, unsent));
          break;
        }
        // Waiting writes may be about an entity whose write has just succeeded or failed.
        current = next.length > 0 ? next : await batches.takeNext(size);
      }
      await batches.finish();
      return { sent, failed };
    },
  };
}

/** Size of the next batch, after `count` writes took `elapsedMs`. */
function sizeAfter(elapsedMs: number, count: number): number {
  const each = Math.max(elapsedMs, 1) / count;
  return Math.min(maxBatchSize, Math.max(1, Math.floor(batchTimeMs / each)));
}

/** Waits for both even if one fails: a write on its way must be answered before another tab may send. */
async function both<A, B>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([a, b]);
  return Promise.all([a, b]);
}
