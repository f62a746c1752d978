import { clockJumps } from '../../reading-session/clockJumps.ts';

/** The difference between this device's clock and the server's, as far as this page knows it. */
export interface ServerClock {
  /** Call with each answer of the server: its Date says what the server's clock shows. */
  observe(answer: Pick<Response, 'headers'>): void;
  /**
   * Milliseconds to add to a time of this device. Null while unknown: the server has not answered yet, or the clock
   * was set ahead or the device has slept since, which look the same.
   */
  difference(): number | null;
}

/** @param jumped by how much the clock has jumped since the last call; see clockJumps.ts */
export function createServerClock(now: () => number = Date.now, jumped = clockJumps(now)): ServerClock {
  let difference: number | null = null;

  function checkForJump(): void {
    const jump = jumped();
    if (jump > 0) difference = null;
    // A clock goes back only when it is set.
    if (jump < 0 && difference !== null) difference -= jump;
  }

  return {
    observe({ headers }) {
      const shown = Date.parse(headers.get('date') ?? '');
      if (Number.isNaN(shown)) return;
      checkForJump();
      difference = shown - now();
    },
    difference() {
      checkForJump();
      return difference;
    },
  };
}
