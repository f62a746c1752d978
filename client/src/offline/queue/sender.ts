import type { QueuePorts } from './queuePorts.ts';
import { nextActions } from './scheduler.ts';
import { createSendAction, type SendPorts } from './sendAction.ts';
import type { StoredAction } from './storedAction.ts';
import { inOrderOfTabs } from './tabOrder.ts';
import * as transitions from './transitions.ts';

/** Result of a flush. */
export interface FlushReport {
  sent: readonly StoredAction[];
  /** Tried without success. */
  failed: readonly StoredAction[];
}

export interface SenderPorts extends SendPorts, Pick<QueuePorts, 'user' | 'writeAheadLog' | 'commit'> {}

type Actions = readonly StoredAction[];

/** Result of a batch. */
interface BatchReport extends FlushReport {
  /** Not tried, because nothing more can be sent now; null when all were tried. */
  unsent: Actions | null;
}

/**
 * Writes are marked and removed in batches, one transaction each: as many as succeed in this time, up to the maximum
 * size. After a crash at most one batch is sent again, and an urgent write waits for at most one.
 */
const batchTimeMs = 250;
const maxBatchSize = 32;

/** How long a write may wait for the remote that knows its type, in milliseconds. */
const unknownTypeTtl = 24 * 60 * 60_000;

/** Sends queued writes, one after the other. The caller holds the lock between the tabs. */
export function createSender(ports: SenderPorts) {
  const { user, network, types, pause, now, change } = ports;
  const send = createSendAction(ports);

  const isSendable = ({ type, timestamp }: StoredAction): boolean =>
    types.get(type) !== undefined || (!types.isOwned?.(type) && now() - timestamp > unknownTypeTtl);

  function nextOf(userId: string, actions: Actions, limit: number): Actions {
    const inOrder = inOrderOfTabs(ports, userId, actions);
    const sendable = new Set(inOrder.filter(isSendable).map(({ type }) => type));
    const next = nextActions(inOrder, now(), pause.isProbing() ? inOrder.length : limit, (type) =>
      sendable.has(type),
    );
    return pause.isProbing() ? next.toSorted(byFailures).slice(0, limit) : next;
  }

  /** Removes the accepted writes and marks the next ones as being sent, in one transaction. */
  async function takeNext(userId: string, limit: number, accepted: Actions): Promise<Actions> {
    let next: Actions = [];
    await change(userId, (all) => {
      const waiting = transitions.accepted(all, accepted);
      next = nextOf(userId, waiting, limit);
      return transitions.begun(waiting, next, now());
    });
    return next;
  }

  /** Sends them one after the other, until nothing more can be sent. */
  async function sendBatch(actions: Actions, canSend: () => boolean): Promise<BatchReport> {
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
      let size = 1;
      /** These are part of the cached answers; a crash before their removal sends them again under the same keys. */
      let accepted: Actions = [];
      let unsent: Actions | null = null;
      await change(userId, transitions.recovered);
      while (unsent === null && canSend()) {
        const batch = await takeNext(userId, size, accepted);
        accepted = [];
        if (batch.length === 0) break;
        const began = now();
        const report = await sendBatch(batch, canSend);
        size = pause.isProbing() ? 1 : sizeAfter(now() - began, batch.length);
        sent.push(...report.sent);
        failed.push(...report.failed);
        unsent = report.unsent;
        if (report.sent.length > 0) await ports.commit(report.sent);
        accepted = report.sent;
      }
      if (accepted.length > 0 || unsent !== null)
        await change(userId, (all) =>
          transitions.released(transitions.accepted(all, accepted), unsent ?? []),
        );
      return { sent, failed };
    },
  };
}

/** Size of the next batch, after `count` writes took `elapsedMs`. */
function sizeAfter(elapsedMs: number, count: number): number {
  const each = Math.max(elapsedMs, 1) / count;
  return Math.min(maxBatchSize, Math.max(1, Math.floor(batchTimeMs / each)));
}

/** The probe is the write that has failed least often: the last one may be the only one that fails. */
const byFailures = (a: StoredAction, b: StoredAction): number => (a.waits ?? 0) - (b.waits ?? 0);
