/** Milliseconds by which two clocks of one device may differ between two looks and still go alike. */
const tolerance = 2_000;

/**
 * Notices when the clock of the device did not simply go on: compares it with the one that nobody can set.
 * @returns by how much it has jumped since it was last asked, in milliseconds: negative when it was turned back;
 *   positive when it was set ahead, or when the device slept, which look the same; 0 when it went on
 */
export function clockJumps(wall = Date.now, monotonic = () => performance.now()): () => number {
  let last = wall() - monotonic();
  return () => {
    const difference = wall() - monotonic();
    const jump = difference - last;
    if (Math.abs(jump) < tolerance) return 0;
    last = difference;
    return jump;
  };
}
