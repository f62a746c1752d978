/** Milliseconds between two checks. */
const interval = 500;

/**
 * npm runs a script in a shell, and a shell that receives SIGTERM ends without forwarding it. The script would be left
 * running, so it checks regularly whether its parent still exists.
 * @param {() => void} callback called once
 * @returns {() => void} stops checking
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
