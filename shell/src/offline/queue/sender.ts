import type { HostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { type AnyActionType, callOf } from '@lectern/shared-contracts/sync/anyAction.ts';
import { ApiError, apiTexts, asHostError } from '../../api/hostError.ts';
import { growingPause } from '../growingPause.ts';
import { unfitPayload } from './actionTypes.ts';
import { isBusyForAll, type Outcome, outcomeOf } from './outcome.ts';
import type { QueuePorts } from './queuePorts.ts';
import type { QueueStore } from './queueStore.ts';
import { nextActions } from './scheduler.ts';
import { askedFor, type SendPause } from './sendPause.ts';
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
  pause: SendPause;
  now(): number;
  random(): number;
  change(...step: Parameters<QueueStore['change']>): Promise<void>;
  settled(actions: readonly StoredAction[]): Promise<void>;
}

/** What came of a batch. */
interface Sent extends FlushReport {
  /** Nothing more can go now, and these were not tried. */
  left: readonly StoredAction[] | null;
}

/** How long a write may wait for the remote that knows its type, in milliseconds. */
const unknownTypeTtl = 24 * 60 * 60_000;

/** Before a write is tried again that the server could not take, milliseconds: while nothing goes, and when others do. */
const pauses = {
  none: { first: 2_000, longest: 60_000 },
  others: { first: 2_000, longest: 30 * 60_000, factor: 4 },
};

/**
 * Writes are begun and put away in batches, a transaction for each: of what goes through in this many milliseconds, and never
 * more than so many. A crash sends no more than two batches again, and what is urgent and comes meanwhile waits no longer.
 */
const batch = { time: 250, most: 32 } as const;

/** Sends queued writes, one after the other. Whoever drains holds the lock between the tabs. */
export function createSender({
  types,
  call,
  user,
  network,
  events,
  store,
  pause,
  now,
  random,
  change,
  settled,
}: SenderPorts) {
  const canSend = (action: StoredAction): boolean =>
    types.get(action.type) !== undefined || now() - action.timestamp > unknownTypeTtl;

  /** Takes out what has gone through and marks the next writes as being sent, in one step with choosing them. */
  async function take(
    userId: string,
    done: readonly string[],
    most: number,
  ): Promise<readonly StoredAction[]> {
    let taken: readonly StoredAction[] = [];
    await change(userId, (all) => {
      const actions = done.length === 0 ? all : transitions.removed(all, ...done);
      const sendable = new Set(actions.filter(canSend).map(({ type }) => type));
      taken = nextActions(actions, now(), most, (type) => sendable.has(type));
      return taken.length === 0 ? actions : transitions.begun(actions, taken, now());
    });
    return taken;
  }

  /** @returns null when it has gone through. */
  async function send(action: StoredAction): Promise<{ outcome: Outcome; error: HostError } | null> {
    const type = types.get(action.type);
    const unfit = ({ message }: Pick<Error, 'message'>, code: string) =>
      ({ outcome: 'unfit', error: new ApiError(message, 0, code) }) as const;
    if (type === undefined) return unfit({ message: apiTexts.unknownType }, 'unknown_type');
    if (type.accepts?.(action.payload) === false) return unfit(unfitPayload(action.type), 'payload');
    try {
      const { key, request } = callOf(type, action.payload);
      const as = action.userId;
      await call(key, request, { idempotencyKey: action.id, retry: false, timeout: type.timeout, as });
      return null;
    } catch (thrown) {
      const error = asHostError(thrown);
      const outcome = outcomeOf(error, type, action.payload);
      // The server is there and this one gets no answer: it must not hold up the others for ever.
      if (outcome === 'unreached' && (await network.check()) === 'online') return { outcome: 'busy', error };
      return { outcome, error };
    }
  }

  async function record(action: StoredAction, outcome: Outcome, error: HostError): Promise<void> {
    const { id, userId } = action;
    const own = outcome === 'busy' ? heldUp(action, error) : 0;
    await change(userId, (actions) => {
      if (outcome === 'resolved') return transitions.removed(actions, id);
      if (outcome === 'refused' || outcome === 'unfit')
        return transitions.refused(actions, id, error.message, now(), outcome === 'unfit');
      if (outcome === 'busy') return transitions.delayed(actions, id, error.message, now(), own);
      return transitions.paused(actions, id, error.message);
    });
    const after = (await (await store)?.all(userId))?.find((other) => other.id === id);
    if (after && isPermanentlyFailed(after)) {
      events.emit('syncActionFailed', { id, type: action.type, error: error.message });
    }
  }

  /** The server could not take it. @returns milliseconds that this write waits; while others go through it waits longer */
  function heldUp(action: StoredAction, error: HostError): number {
    const retryAfter = error instanceof ApiError ? error.retryAfter : null;
    const limits = pause.isProbing() ? pauses.none : pauses.others;
    pause.failed(isBusyForAll(error.status), retryAfter);
    return Math.max(growingPause((action.waits ?? 0) + 1, limits, random()), askedFor(retryAfter));
  }

  /** One after the other, until nothing can go any more. */
  async function sendAll(actions: readonly StoredAction[], mayGo: () => boolean): Promise<Sent> {
    const [sent, failed]: [StoredAction[], StoredAction[]] = [[], []];
    for (const [index, action] of actions.entries()) {
      if (!mayGo()) return { sent, failed, left: actions.slice(index) };
      const problem = await send(action);
      if (problem === null) {
        pause.succeeded();
        sent.push(action);
        continue;
      }
      const { outcome, error } = problem;
      if (outcome === 'resolved' || outcome === 'refused') pause.succeeded();
      if (outcome === 'unauthorized') pause.failed(true, null);
      await record(action, outcome, error);
      if (outcome !== 'resolved') failed.push(action);
      if (outcome === 'unauthorized' || outcome === 'unreached' || pause.isActive())
        return { sent, failed, left: actions.slice(index + 1) };
    }
    return { sent, failed, left: null };
  }

  return {
    async drain(): Promise<FlushReport> {
      const sent: StoredAction[] = [];
      const failed: StoredAction[] = [];
      const userId = user.get()?.id;
      if (userId === undefined) return { sent, failed };
      const mayGo = (): boolean =>
        user.get()?.id === userId && network.state.get() === 'online' && !pause.isActive();
      let size = 1;
      /** Gone through, and being laid into what is known. */
      let settling: { ids: readonly string[]; kept: Promise<void> } | null = null;
      /** Takes out what is known by now and begins the next: a crash in between only sends it again, under its key. */
      const goOn = async (): Promise<readonly StoredAction[]> => {
        const gone = settling;
        settling = null;
        await gone?.kept;
        return take(userId, gone?.ids ?? [], size);
      };

      await change(userId, transitions.recovered);
      let going = mayGo() ? await goOn() : [];
      while (going.length > 0) {
        const began = now();
        // What has gone before is put away, and what comes next is found, while these are on their way.
        const [came, next] = await both(sendAll(going, mayGo), goOn());
        size = pause.isProbing() ? 1 : sizeAfter(now() - began, going.length);
        sent.push(...came.sent);
        failed.push(...came.failed);
        if (came.sent.length > 0) {
          const kept = settled(came.sent);
          kept.catch(() => {});
          settling = { ids: came.sent.map(({ id }) => id), kept };
        }
        if (came.left !== null) {
          // Begun and not sent after all: as if they had never been.
          const unsent = [...came.left, ...next];
          if (unsent.length > 0) await change(userId, (actions) => transitions.released(actions, unsent));
          break;
        }
        // What waits may be about a thing that has just gone through, or failed.
        going = next.length > 0 ? next : await goOn();
      }
      if (settling !== null) {
        const { ids, kept } = settling as { ids: readonly string[]; kept: Promise<void> };
        await kept;
        await change(userId, (actions) => transitions.removed(actions, ...ids));
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

/** How many to begin at a time, when so many took so many milliseconds. */
function sizeAfter(took: number, count: number): number {
  const each = Math.max(took, 1) / count;
  return Math.min(batch.most, Math.max(1, Math.floor(batch.time / each)));
}

/** Both, to the end of both: what is on its way must have come back before anybody else may send. */
async function both<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}
