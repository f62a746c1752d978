import type { HostError } from '@lectern/shared-contracts/host.ts';
import { type AnyActionType, callOf } from '@lectern/shared-contracts/sync/anyAction.ts';
import { ApiError, asHostError } from '../../api/hostError.ts';
import { unknownType } from './actionTypes.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import type { QueuePorts } from './queuePorts.ts';
import type { QueueStore } from './queueStore.ts';
import { nextAction } from './scheduler.ts';
import { isPermanentlyFailed, type StoredAction } from './storedAction.ts';
import * as transitions from './transitions.ts';

/** What came of a flush. */
export interface FlushReport {
  sent: readonly StoredAction[];
  /** Tried, and not gone through. */
  failed: readonly StoredAction[];
}

export interface SenderPorts
  extends Pick<QueuePorts, 'types' | 'call' | 'user' | 'network' | 'events' | 'store'> {
  now(): number;
  change(...step: Parameters<QueueStore['change']>): Promise<void>;
  settled(action: StoredAction): Promise<void>;
}

/** How long a write may wait for the remote that knows its type, in milliseconds. */
const strangersWait = 24 * 60 * 60_000;

/** Sends queued writes, one after the other. Whoever drains holds the lock between the tabs. */
export function createSender({
  types,
  call,
  user,
  network,
  events,
  store,
  now,
  change,
  settled,
}: SenderPorts) {
  const canSend = (action: StoredAction): boolean =>
    types.get(action.type) !== undefined || now() - action.timestamp > strangersWait;

  /** Takes out what has gone through and marks the next write as being sent, in one step with choosing it. */
  async function take(userId: string, done: string | null): Promise<StoredAction | null> {
    let taken: StoredAction | null = null;
    await change(userId, (all) => {
      const actions = done === null ? all : transitions.removed(all, done);
      const sendable = new Set(actions.filter(canSend).map(({ type }) => type));
      taken = nextAction(actions, now(), (type) => sendable.has(type));
      return taken === null ? actions : transitions.begun(actions, (taken as StoredAction).id, now());
    });
    return taken;
  }

  /** @returns null when it has gone through. */
  async function send(action: StoredAction): Promise<{ outcome: Outcome; error: HostError } | null> {
    const type = types.get(action.type);
    if (type === undefined)
      return { outcome: 'refused', error: new ApiError(unknownType(action.type).message, 0, 'unknown_type') };
    try {
      const { key, request } = callOf(type, action.payload);
      const as = action.userId;
      await call(key, request, { idempotencyKey: action.id, retry: false, timeout: type.timeout, as });
      return null;
    } catch (thrown) {
      const error = asHostError(thrown);
      const outcome = outcomeOf(error, type, action.payload);
      // The server is there and this one alone gets no answer: it must not hold up the others for ever.
      if (outcome === 'unreached' && (await network.check()) === 'online') return { outcome: 'retry', error };
      return { outcome, error };
    }
  }

  async function record(action: StoredAction, outcome: Outcome, error: HostError): Promise<void> {
    const { id, userId } = action;
    const retryAfter = error instanceof ApiError ? error.retryAfter : null;
    await change(userId, (actions) => {
      if (outcome === 'settled') return transitions.removed(actions, id);
      if (outcome === 'refused') return transitions.refused(actions, id, error.message);
      if (outcome === 'retry') return transitions.failed(actions, id, error.message, now(), retryAfter);
      return transitions.paused(actions, id, error.message);
    });
    const after = (await (await store)?.all(userId))?.find((other) => other.id === id);
    if (after && isPermanentlyFailed(after)) {
      events.emit('syncActionFailed', { id, type: action.type, error: error.message });
    }
  }

  return {
    async drain(): Promise<FlushReport> {
      const sent: StoredAction[] = [];
      const failed: StoredAction[] = [];
      const userId = user.get()?.id;
      /** Gone through; it is laid into what is known while the next one is on its way. */
      let settling: { id: string; kept: Promise<void> } | null = null;
      /** Kept, and to be taken out together with the next step: what a crash loses of it is sent again under its key. */
      let done: string | null = null;
      const settle = async (): Promise<void> => {
        if (settling === null) return;
        const { id, kept } = settling;
        settling = null;
        await kept;
        done = id;
      };
      if (userId !== undefined) await change(userId, transitions.recovered);
      while (userId !== undefined && user.get()?.id === userId && network.state.get() !== 'offline') {
        const action = await take(userId, done);
        done = null;
        if (action === null) {
          // What waits may be about the thing that has just gone through.
          await settle();
          if (done === null) break;
          continue;
        }
        const problem = await send(action);
        await settle();
        if (problem === null) {
          const kept = settled(action);
          kept.catch(() => {});
          settling = { id: action.id, kept };
          sent.push(action);
          continue;
        }
        await record(action, problem.outcome, problem.error);
        if (problem.outcome !== 'settled') failed.push(action);
        if (problem.outcome === 'unauthorised' || problem.outcome === 'unreached') break;
      }
      const before: string | null = done;
      await settle();
      for (const id of new Set([before, done]))
        if (userId !== undefined && id !== null)
          await change(userId, (actions) => transitions.removed(actions, id));
      return { sent, failed };
    },

    /** Without a database: straight to the server, or an error for whoever wrote it. */
    async sendNow(type: AnyActionType, { id, payload }: { id: string; payload: unknown }): Promise<void> {
      const { key, request } = callOf(type, payload);
      await call(key, request, { idempotencyKey: id, timeout: type.timeout });
    },
  };
}
