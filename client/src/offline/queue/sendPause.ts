import { backoffMs } from '../common/backoff.ts';

/** State of the pause, which tabs share. */
export interface PauseState {
  /** Failures in a row, over all writes. */
  failures: number;
  /** Milliseconds since 1970; 0 when nothing is paused. */
  until: number;
  /** When it began, in milliseconds since 1970. */
  since: number;
}

/** One pause for all writes: during an outage one write at a time is tried, not each one separately. */
export type SendPause = ReturnType<typeof createSendPause>;

/** Failures in a row after which the server itself is assumed to be down. */
const failuresBeforePause = 3;
const pauses = { first: 2_000, longest: 60_000 };
/** Milliseconds between two tries, however often the reader asks. */
const minPauseMs = 1_000;
/** Upper limit for Retry-After; milliseconds. */
const maxRetryAfterMs = 60 * 60_000;

const none: PauseState = { failures: 0, until: 0, since: 0 };

/** Milliseconds that a server may ask a browser to wait. @param retryAfter seconds */
export const retryAfterMs = (retryAfter: number | null): number =>
  Math.min(maxRetryAfterMs, (retryAfter ?? 0) * 1_000);

export function createSendPause(now: () => number, random: () => number) {
  let state = none;
  return {
    // After the clock was turned back, the pause is over: its end has no meaning any more.
    isActive: () => state.until > now() && state.since <= now(),
    /** Milliseconds since 1970. */
    until: () => state.until,
    /** Nothing has succeeded since the last failure: one write is tried at a time. */
    isProbing: () => state.failures > 0,
    /** The server has accepted or refused a write. */
    succeeded() {
      state = none;
    },
    /**
     * @param forAll the failure concerns all writes; otherwise it does so from the third in a row
     * @param retryAfter seconds, from the Retry-After header
     */
    failed(forAll: boolean, retryAfter: number | null) {
      const failures = Math.max(state.failures + 1, forAll ? failuresBeforePause : 0);
      const since = now();
      if (failures < failuresBeforePause) {
        state = { failures, until: 0, since };
        return;
      }
      const pause = backoffMs(failures - failuresBeforePause + 1, pauses, random());
      state = { failures, until: since + Math.max(pause, retryAfterMs(retryAfter)), since };
    },
    /** Ends the pause, on request of the reader or the browser; two attempts are at least a second apart. */
    reset() {
      state = { ...state, until: Math.min(state.until, state.since + minPauseMs) };
    },
    state: () => state,
    /** Takes over the state of another tab. */
    adopt(next: PauseState) {
      state = next;
    },
  };
}
