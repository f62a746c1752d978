import { growingPause } from '../common/growingPause.ts';

/** How the pause stands; tabs tell each other. */
export interface PauseState {
  /** Failures in a row, over all writes. */
  failures: number;
  /** Milliseconds since 1970; 0 when nothing is paused. */
  until: number;
  /** When it began, in milliseconds since 1970. */
  since: number;
}

/** One pause for all writes: while the server is away, one write at a time is tried, not each by itself. */
export interface SendPause {
  isActive(): boolean;
  /** Milliseconds since 1970. */
  until(): number;
  /** Nothing has gone through since the last failure: one write is tried at a time. */
  isProbing(): boolean;
  /** A write has gone through, or the server has judged one. */
  succeeded(): void;
  /**
   * @param forAll the failure is not this write's alone; otherwise the third in a row says so
   * @param retryAfter seconds that the server asked for
   */
  failed(forAll: boolean, retryAfter: number | null): void;
  /** The reader or the browser asks for a try: the pause ends, but no try follows another within a second. */
  reset(): void;
  state(): PauseState;
  /** What another tab has found. */
  adopt(state: PauseState): void;
}

/** Failures in a row, of different writes, after which the server itself is taken to be out of order. */
const failuresBeforePause = 3;
const pauses = { first: 2_000, longest: 60_000 };
/** Milliseconds between two tries, however often the reader asks. */
const shortest = 1_000;
/** A server that asks for more is asked again all the same; milliseconds. */
const longestAskedFor = 60 * 60_000;

const none: PauseState = { failures: 0, until: 0, since: 0 };

/** Milliseconds that a server may ask a browser to wait. @param retryAfter seconds */
export const askedFor = (retryAfter: number | null): number =>
  Math.min(longestAskedFor, (retryAfter ?? 0) * 1_000);

export function createSendPause(now: () => number, random: () => number): SendPause {
  let state = none;
  return {
    // A clock that was turned back says nothing of how long it has lasted.
    isActive: () => state.until > now() && state.since <= now(),
    until: () => state.until,
    isProbing: () => state.failures > 0,
    succeeded() {
      state = none;
    },
    failed(forAll, retryAfter) {
      const failures = Math.max(state.failures + 1, forAll ? failuresBeforePause : 0);
      const since = now();
      if (failures < failuresBeforePause) {
        state = { failures, until: 0, since };
        return;
      }
      const pause = growingPause(failures - failuresBeforePause + 1, pauses, random());
      state = { failures, until: since + Math.max(pause, askedFor(retryAfter)), since };
    },
    reset() {
      state = { ...state, until: Math.min(state.until, state.since + shortest) };
    },
    state: () => state,
    adopt(next) {
      state = next;
    },
  };
}
