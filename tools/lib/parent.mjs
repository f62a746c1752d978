/** Milliseconds between two looks. */
const interval = 500;

/**
 * npm runs a script in a shell, and a shell that is sent SIGTERM ends without passing it on. What the script has
 * started would be left running, so it looks for itself whether its parent is still there.
 * @param {() => void} callback called once
 * @returns {() => void} stops looking
 */
export function whenParentEnds(callback) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, interval);
  timer.unref();
  return () => clearInterval(timer);
}
