import type { QueuePorts } from './queuePorts.ts';
import { nextActions } from './scheduler.ts';
import type { SendPorts } from './sendAction.ts';
import type { StoredAction } from './storedAction.ts';
import { inOrderOfTabs } from './tabOrder.ts';
import * as transitions from './transitions.ts';

export interface BatchPorts
  extends Pick<QueuePorts, 'types' | 'writeAheadLog' | 'commit'>,
    Pick<SendPorts, 'pause' | 'now' | 'change'> {}

type Actions = readonly StoredAction[];

/** A reader's writes in the order in which they are sent, batch by batch. */
export interface Batches {
  /** Marks the next writes as being sent, at most this many, and removes the accepted ones, in one transaction. */
  takeNext(limit: number): Promise<Actions>;
  /** The server has accepted these: makes them part of the cached answers. The next step removes them. */
  accepted(actions: Actions): void;
  /** Removes the writes that were accepted last. */
  finish(): Promise<void>;
}

/** How long a write may wait for the remote that knows its type, in milliseconds. */
const unknownTypeTtl = 24 * 60 * 60_000;

export function createBatches(ports: BatchPorts, userId: string): Batches {
  const { types, pause, now, change } = ports;
  let committing: { actions: Actions; done: Promise<void> } | null = null;

  const canSend = ({ type, timestamp }: StoredAction): boolean =>
    types.get(type) !== undefined || (!types.isOwned?.(type) && now() - timestamp > unknownTypeTtl);

  function nextOf(actions: Actions, limit: number): Actions {
    const inOrder = inOrderOfTabs(ports, userId, actions);
    const sendable = new Set(inOrder.filter(canSend).map(({ type }) => type));
    const isSendable = (type: string): boolean => sendable.has(type);
    return pause.isProbing()
      ? nextActions(inOrder, now(), inOrder.length, isSendable).toSorted(byFailures).slice(0, limit)
      : nextActions(inOrder, now(), limit, isSendable);
  }

  /**
   * The accepted writes, once they are part of the cached answers. After a crash before their removal they are sent
   * again under the same keys.
   */
  async function takeCommitted(): Promise<Actions> {
    const before = committing;
    committing = null;
    await before?.done;
    return before?.actions ?? [];
  }

  return {
    async takeNext(limit) {
      const done = await takeCommitted();
      let next: Actions = [];
      await change(userId, (all) => {
        const waiting = done.length === 0 ? all : transitions.accepted(all, done);
        next = nextOf(waiting, limit);
        return next.length === 0 ? waiting : transitions.begun(waiting, next, now());
      });
      return next;
    },
    accepted(actions) {
      if (actions.length === 0) return;
      const done = ports.commit(actions);
      done.catch(() => {});
      committing = { actions, done };
    },
    async finish() {
      const done = await takeCommitted();
      if (done.length > 0) await change(userId, (all) => transitions.accepted(all, done));
    },
  };
}

/** The probe is the write that has failed least often: the last one may be the only one that fails. */
const byFailures = (a: StoredAction, b: StoredAction): number => (a.waits ?? 0) - (b.waits ?? 0);
