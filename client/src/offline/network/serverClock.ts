import { clockJumps } from '../../reading-session/clockJumps.ts';

/** How the clock of this device stands to the server's, as far as this page knows. */
export interface ServerClock {
  /** Told of each answer of the server: its Date says what the server's clock shows. */
  heard(answer: Pick<Response, 'headers'>): void;
  /**
   * Milliseconds to add to a time of this device. Null while it is not known: the server has not answered yet, or the
   * clock was set ahead since, or the device has slept, which look the same.
   */
  difference(): number | null;
}

/** @param jumped by how much the clock has jumped since it was last asked: clockJumps.ts */
export function createServerClock(now: () => number = Date.now, jumped = clockJumps(now)): ServerClock {
  let difference: number | null = null;

  function look(): void {
    const jump = jumped();
    if (jump > 0) difference = null;
    // Nothing but somebody who sets it turns a clock back.
    if (jump < 0 && difference !== null) difference -= jump;
  }

  return {
    heard({ headers }) {
      const shown = Date.parse(headers.get('date') ?? '');
      if (Number.isNaN(shown)) return;
      look();
      difference = shown - now();
    },
    difference() {
      look();
      return difference;
    },
  };
}
