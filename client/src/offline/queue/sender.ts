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

export interface SenderPorts extends SendPorts, Pick<QueuePorts, 'user' | 'store' | 'writeAheadLog'> {
  /** Makes accepted writes part of the cached answers. */
  settled(actions: readonly StoredAction[]): Promise<void>;
}

/** Result of a batch. */
interface BatchReport extends FlushReport {
  /** Not tried, because nothing more can be sent now; null when all were tried. */
  unsent: readonly StoredAction[] | null;
}

/** How long a write may wait for the remote that knows its type, in milliseconds. */
const unknownTypeTtl = 24 * 60 * 60_000;

/**
 * Writes are marked and removed in batches, one transaction each: as many as succeed in `time` milliseconds, at most
 * `most`. After a crash at most two batches are sent again, and an urgent write waits for at most one.
 */
const batch = { time: 250, most: 32 } as const;

/** Sends queued writes, one after the other. The caller holds the lock between the tabs. */
export function createSender(ports: SenderPorts) {
  const { types, user, network, pause, now, change, settled } = ports;
  const send = createSendAction(ports);
  const canSend = ({ type, timestamp }: StoredAction): boolean =>
    types.get(type) !== undefined || (!types.isOwned?.(type) && now() - timestamp > unknownTypeTtl);

  /** Removes the accepted writes and marks the next ones as being sent, in one transaction. */
  async function takeNext(
    userId: string,
    done: readonly StoredAction[],
    most: number,
  ): Promise<readonly StoredAction[]> {
    let next: readonly StoredAction[] = [];
    await change(userId, (all) => {
      const actions = done.length === 0 ? all : transitions.accepted(all, done);
      const first = inOrderOfTabs(ports, userId, actions);
      const sendable = new Set(first.filter(canSend).map(({ type }) => type));
      const isSendable = (type: string): boolean => sendable.has(type);
      next = pause.isProbing()
        ? nextActions(first, now(), first.length, isSendable).toSorted(byWaits).slice(0, most)
        : nextActions(first, now(), most, isSendable);
      return next.length === 0 ? actions : transitions.begun(actions, next, now());
    });
    return next;
  }

  /** Sends them one after the other, until nothing more can be sent. */
  async function sendBatch(actions: readonly StoredAction[], mayGo: () => boolean): Promise<BatchReport> {
    const [sent, failed]: [StoredAction[], StoredAction[]] = [[], []];
    for (const [index, action] of actions.entries()) {
      if (!mayGo()) return { sent, failed, unsent: actions.slice(index) };
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

  /** Makes accepted writes part of the cached answers, then removes them in the step that marks the next ones. */
  function createSettling(userId: string) {
    let settling: { actions: readonly StoredAction[]; done: Promise<void> } | null = null;

    /** After a crash before the removal they are sent again under the same keys. */
    async function settle(): Promise<readonly StoredAction[]> {
      const before = settling;
      settling = null;
      await before?.done;
      return before?.actions ?? [];
    }

    return {
      begin(actions: readonly StoredAction[]): void {
        if (actions.length === 0) return;
        const done = settled(actions);
        done.catch(() => {});
        settling = { actions, done };
      },
      takeNext: async (most: number) => takeNext(userId, await settle(), most),
      async finish(): Promise<void> {
        const actions = await settle();
        if (actions.length > 0) await change(userId, (all) => transitions.accepted(all, actions));
      },
    };
  }

  return {
    async drain(): Promise<FlushReport> {
      const sent: StoredAction[] = [];
      const failed: StoredAction[] = [];
      const userId = user.get()?.id;
      if (userId === undefined) return { sent, failed };
      const mayGo = (): boolean =>
        user.get()?.id === userId && network.state.get() === 'online' && !pause.isActive();
      const settling = createSettling(userId);
      let size = 1;

      await change(userId, transitions.recovered);
      let current = mayGo() ? await settling.takeNext(size) : [];
      while (current.length > 0) {
        const began = now();
        // While these are on their way, the ones before are removed and the next are chosen.
        const [report, next] = await both(sendBatch(current, mayGo), settling.takeNext(size));
        size = pause.isProbing() ? 1 : sizeAfter(now() - began, current.length);
        sent.push(...report.sent);
        failed.push(...report.failed);
        settling.begin(report.sent);
        if (report.unsent !== null) {
          const unsent = [...report.unsent, ...next];
          if (unsent.length > 0) await change(userId, (actions) => transitions.released(actions, unsent));
          break;
        }
        // Waiting writes may be about an entity whose write has just succeeded or failed.
        current = next.length > 0 ? next : await settling.takeNext(size);
      }
      await settling.finish();
      return { sent, failed };
    },
  };
}

/** The probe is the write that has failed least often: the last one may be the only one that fails. */
const byWaits = (a: StoredAction, b: StoredAction): number => (a.waits ?? 0) - (b.waits ?? 0);

/** Size of the next batch, after `count` writes took `took` milliseconds. */
function sizeAfter(took: number, count: number): number {
  const each = Math.max(took, 1) / count;
  return Math.min(batch.most, Math.max(1, Math.floor(batch.time / each)));
}

/** Waits for both even if one fails: a write on its way must be answered before another tab may send. */
async function both<A, B>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([a, b]);
  return Promise.all([a, b]);
}
