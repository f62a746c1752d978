/** By how much the two clocks of a device may drift apart between two checks. */
const toleranceMs = 2_000;

/**
 * Detects changes of the system clock by comparing it with the monotonic clock.
 * @returns the jump since the last call in milliseconds: negative when the clock was turned back; positive when
 *   it was set ahead or the device slept, which look the same; otherwise 0
 */
export function clockJumps(wall = Date.now, monotonic = () => performance.now()): () => number {
  let last = wall() - monotonic();
  return () => {
    const difference = wall() - monotonic();
    const jump = difference - last;
    if (Math.abs(jump) < toleranceMs) return 0;
    last = difference;
    return jump;
  };
}
