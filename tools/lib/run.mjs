import { spawn } from 'node:child_process';
import { whenParentEnds } from './parent.mjs';
import { root } from './paths.mjs';

/**
 * Runs a command with its output shown. A request to end reaches it too, and this process waits for it to do so.
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
export const run = (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    const forward = (signal) => child.kill(signal);
    const waitForChild = () => {};
    // A terminal sends SIGINT to the child as well; SIGTERM comes to this process alone.
    process.on('SIGTERM', forward).on('SIGINT', waitForChild);
    const stopLooking = whenParentEnds(() => child.kill('SIGTERM'));
    const settle = (finish) => (value) => {
      process.off('SIGTERM', forward).off('SIGINT', waitForChild);
      stopLooking();
      finish(value);
    };
    child.once('error', settle(reject));
    child.once(
      'exit',
      settle((code) => resolve(code ?? 1)),
    );
  });

/** Runs a step of a longer command: says its name, and how long it took. */
export async function step(name, work) {
  const started = performance.now();
  console.log(`\n▸ ${name}`);
  const code = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(code === 0 ? `✓ ${name} (${seconds} s)` : `✗ ${name} failed (${seconds} s)`);
  return code;
}
