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

  /** Begun and not sent after all: as if it had never been. */
  const release = (action: StoredAction): Promise<void> =>
    change(action.userId, (actions) => transitions.released(actions, action));

  return {
    async drain(): Promise<FlushReport> {
      const sent: StoredAction[] = [];
      const failed: StoredAction[] = [];
      const userId = user.get()?.id;
      if (userId === undefined) return { sent, failed };
      const mayGo = (): boolean => user.get()?.id === userId && network.state.get() !== 'offline';
      /** Gone through, and being laid into what is known. */
      let settling: { id: string; kept: Promise<void> } | null = null;
      /** Takes out what is known by now and begins the next: a crash in between only sends it again, under its key. */
      const goOn = async (): Promise<StoredAction | null> => {
        const gone = settling;
        settling = null;
        await gone?.kept;
        return take(userId, gone?.id ?? null);
      };

      await change(userId, transitions.recovered);
      let action = mayGo() ? await goOn() : null;
      while (action !== null && mayGo()) {
        // What has gone before is put away, and what comes next is found, while this one is on its way.
        const [problem, next] = await Promise.all([send(action), goOn()]);
        if (problem === null) {
          const kept = settled(action);
          kept.catch(() => {});
          settling = { id: action.id, kept };
          sent.push(action);
        } else {
          await record(action, problem.outcome, problem.error);
          if (problem.outcome !== 'settled') failed.push(action);
        }
        const isOver = problem?.outcome === 'unauthorised' || problem?.outcome === 'unreached';
        // What waits may be about the thing that has just gone through, or failed.
        action = next ?? (isOver ? null : await goOn());
        if (isOver) break;
      }
      if (action !== null) await release(action);
      if (settling !== null) {
        const { id, kept } = settling as { id: string; kept: Promise<void> };
        await kept;
        await change(userId, (actions) => transitions.removed(actions, id));
      }
      return { sent, failed };
    },

    /** Without a database: straight to the server, or an error for whoever wrote it. */
    async sendNow(type: AnyActionType, { id, payload }: { id: string; payload: unknown }): Promise<void> {
      const { key, request } = callOf(type, payload);
      await call(key, request, { idempotencyKey: id, timeout: type.timeout });
    },
  };
}
