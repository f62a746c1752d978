import { clockJumps } from '../../reading-session/clockJumps.ts';

/** The difference between this device's clock and the server's, as far as this page knows it. */
export type ServerClock = ReturnType<typeof createServerClock>;

/** @param jumped by how much the clock has jumped since the last call; see clockJumps.ts */
export function createServerClock(now: () => number = Date.now, jumped = clockJumps(now)) {
  let difference: number | null = null;

  function checkForJump(): void {
    const jump = jumped();
    if (jump > 0) difference = null;
    // A clock goes back only when it is set.
    if (jump < 0 && difference !== null) difference -= jump;
  }

  return {
    /** Call with each answer of the server: its Date says what the server's clock shows. */
    observe({ headers }: Pick<Response, 'headers'>) {
      const shown = Date.parse(headers.get('date') ?? '');
      if (Number.isNaN(shown)) return;
      checkForJump();
      difference = shown - now();
    },
    /**
     * Milliseconds to add to a time of this device. Null while unknown: the server has not answered yet, or the clock
     * was set ahead or the device has slept since, which look the same.
     */
    difference() {
      checkForJump();
      return difference;
    },
  };
}
