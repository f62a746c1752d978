import type { HostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { type AnyActionType, callOf } from '@lectern/shared-contracts/sync/anyAction.ts';
import { ApiError, apiTexts, asHostError } from '../../api/hostError.ts';
import { backoffMs } from '../common/backoff.ts';
import type { Decide, QueuePorts, QueueStore } from './queuePorts.ts';
import { retryAfterMs, type SendPause } from './sendPause.ts';
import { isPermanentlyFailed, type StoredAction } from './storedAction.ts';
import * as transitions from './transitions.ts';

export interface SendPorts
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
  async function attempt(action: StoredAction): Promise<Failure | null> {
    const type = types.get(action.type);
    if (type === undefined)
      return { outcome: 'unfit', error: new ApiError(apiTexts.unknownType, 0, 'unknown_type') };
    const built = builtCall(type, action.payload);
    if (built === null) return { outcome: 'unfit', error: new ApiError(apiTexts.unreadable, 0, 'payload') };
    try {
      const { key, request } = built;
      const as = action.userId;
      const deviceTime = await deviceTimeOf(action);
      const options = { idempotencyKey: action.id, retry: false, timeout: type.timeout, as, deviceTime };
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

  /** @returns null on success; otherwise the outcome */
  return async function send(action: StoredAction): Promise<Outcome | null> {
    const failure = await attempt(action);
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
