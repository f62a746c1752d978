import type { HostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { type AnyActionType, callOf } from '@lectern/shared-contracts/sync/anyAction.ts';
import { ApiError, apiTexts, asHostError } from '../../common/hostError.ts';
import { backoffMs } from '../common/backoff.ts';
import { inOrderOfTabs } from './addAction.ts';
import type { Decide, QueuePorts, QueueStore } from './queuePorts.ts';
import { nextActions } from './scheduler.ts';
import { retryAfterMs, type SendPause } from './sendPause.ts';
import { isPermanentlyFailed, type StoredAction } from './storedAction.ts';
import * as transitions from './transitions.ts';

/** Result of a flush. */
export interface FlushReport {
  sent: readonly StoredAction[];
  /** Tried without success. */
  failed: readonly StoredAction[];
}

interface SenderPorts extends SendPorts, Pick<QueuePorts, 'user' | 'writeAheadLog' | 'commit'> {}

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
  async function takeNext(userId: string, limit: number, accepted: Actions) {
    let next: Actions = [];
    let count = 0;
    await change(userId, (all) => {
      const waiting = transitions.accepted(all, accepted);
      count = waiting.length;
      next = nextOf(userId, waiting, limit);
      return transitions.begun(waiting, next, now());
    });
    return { batch: next, count };
  }

  /**
   * Sends them one after the other, until nothing more can be sent.
   * @param count number of all writes that wait, with these
   */
  async function sendBatch(actions: Actions, count: number, canSend: () => boolean): Promise<BatchReport> {
    const [sent, failed]: [StoredAction[], StoredAction[]] = [[], []];
    for (const [index, action] of actions.entries()) {
      if (!canSend()) return { sent, failed, unsent: actions.slice(index) };
      const outcome = await send(action, count - sent.length - 1);
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
        const { batch, count } = await takeNext(userId, size, accepted);
        accepted = [];
        if (batch.length === 0) break;
        const began = now();
        const report = await sendBatch(batch, count, canSend);
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

interface SendPorts
  extends Pick<QueuePorts, 'types' | 'call' | 'network' | 'events' | 'store' | 'serverClock' | 'onRefused'> {
  pause: SendPause;
  now(): number;
  /** 0..1, for the jitter of pauses. */
  random(): number;
  change(...step: Parameters<QueueStore['change']>): Promise<void>;
}

/**
 * What an error means for a queued write:
 * - `resolved`: there is nothing left to do
 * - `refused`: our server refused it, which counts as one try
 * - `unfit`: this app does not know how to send it, so an automatic retry would be useless
 * - `busy`: the server is there but cannot take it now
 * - `unauthorized`: nobody is signed in
 * - `unreached`: no answer of the server arrived
 */
type Outcome = 'resolved' | 'refused' | 'unfit' | 'busy' | 'unauthorized' | 'unreached';

interface Failure {
  outcome: Outcome;
  error: HostError;
}

/** Milliseconds before a write that the server could not take is tried again. */
const pauses = {
  whileNoneSucceeds: { first: 2_000, longest: 60_000 },
  whileOthersSucceed: { first: 2_000, longest: 30 * 60_000, factor: 4 },
};

/** Smaller changes of the clock are ignored, as on the server. */
const minClockChangeMs = 60_000;

/** Sends one write and records the outcome. */
export function createSendAction(ports: SendPorts) {
  const { types, call, network, events, store, serverClock, pause, now, random, change } = ports;

  /** @returns null on success */
  async function attempt(action: StoredAction, waiting?: number): Promise<Failure | null> {
    const type = types.get(action.type);
    if (type === undefined)
      return { outcome: 'unfit', error: new ApiError(apiTexts.unknownType, 0, 'unknown_type') };
    const built = builtCall(type, action.payload);
    if (built === null) return { outcome: 'unfit', error: new ApiError(apiTexts.unreadable, 0, 'payload') };
    try {
      const { key, request } = built;
      const as = action.userId;
      const deviceTime = await deviceTimeOf(action);
      const options = {
        idempotencyKey: action.id,
        retry: false,
        timeout: type.timeout,
        as,
        deviceTime,
        waiting,
      };
      await call(key, request, options);
      return null;
    } catch (thrown) {
      const error = asHostError(thrown);
      const outcome = outcomeOf(error, type, action.payload);
      // The server is there but does not answer this write. The other writes must not wait for it.
      if (outcome === 'unreached' && (await network.check()) === 'online') return { outcome: 'busy', error };
      return { outcome, error };
    }
  }

  /** What the clock that timed the write would show now, when that clock is known to have been set since. */
  async function deviceTimeOf({ clockOff }: StoredAction): Promise<number | undefined> {
    if (clockOff === undefined || serverClock === undefined) return undefined;
    if (serverClock.difference() === null) await network.check();
    const difference = serverClock.difference();
    if (difference === null || Math.abs(difference - clockOff) < minClockChangeMs) return undefined;
    return now() + difference - clockOff;
  }

  async function record(
    { id, type, userId, waits }: StoredAction,
    { outcome, error }: Failure,
  ): Promise<void> {
    const wait = outcome === 'busy' ? pauseFor(waits ?? 0, error) : 0;
    const decide: Decide = (actions) => {
      switch (outcome) {
        case 'resolved':
          return transitions.removed(actions, id);
        case 'refused':
        case 'unfit':
          return transitions.refused(actions, id, error.message, now(), outcome === 'unfit');
        case 'busy':
          return transitions.delayed(actions, id, error.message, now(), wait);
        default:
          return transitions.paused(actions, id, error.message);
      }
    };
    await change(userId, decide);
    const after = (await store.all(userId)).find((other) => other.id === id);
    if (after && isPermanentlyFailed(after))
      events.emit('syncActionFailed', { id, type, error: error.message });
    else if (outcome === 'refused' && after?.retryCount === 1) ports.onRefused?.(after, error.message);
  }

  /** @returns milliseconds that this write waits: longer while others go through */
  function pauseFor(waits: number, error: HostError): number {
    const retryAfter = error instanceof ApiError ? error.retryAfter : null;
    const limits = pause.isProbing() ? pauses.whileNoneSucceeds : pauses.whileOthersSucceed;
    pause.failed(isBusyForAll(error.status), retryAfter);
    return Math.max(backoffMs(waits + 1, limits, random()), retryAfterMs(retryAfter));
  }

  /**
   * @param waiting how many others wait
   * @returns null on success; otherwise the outcome
   */
  return async function send(action: StoredAction, waiting?: number): Promise<Outcome | null> {
    const failure = await attempt(action, waiting);
    const outcome = failure?.outcome ?? null;
    if (outcome === null || outcome === 'resolved' || outcome === 'refused') pause.succeeded();
    if (outcome === 'unauthorized') pause.failed(true, null);
    if (failure !== null) await record(action, failure);
    return outcome;
  };
}

/** Null when this version of the type cannot read the payload. */
function builtCall(type: AnyActionType, payload: unknown): ReturnType<typeof callOf> | null {
  try {
    return type.accepts?.(payload as never) === false ? null : callOf(type, payload);
  } catch {
    return null;
  }
}

/** Refusals that pass by themselves: timeout, too early, too many requests. */
const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/** @param error of the API client, with status 0 for an answer that is not our server's (a proxy, a portal) */
function outcomeOf({ status }: Pick<HostError, 'status'>, type: AnyActionType, payload: unknown): Outcome {
  if (status === 0) return 'unreached';
  if (status === 401) return 'unauthorized';
  if (status >= 500 || temporaryStatuses.has(status)) return 'busy';
  return type.settledBy?.(status, payload as never) ? 'resolved' : 'refused';
}

/** The server says that it can take no write at all for now. */
const isBusyForAll = (status: number): boolean => status === 429 || status === 503;
