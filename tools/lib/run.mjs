import { spawn } from 'node:child_process';
import { whenParentEnds } from './parent.mjs';
import { root } from './paths.mjs';

/**
 * Runs a command with its output shown. A request to end reaches it too, and this process waits for it to do so.
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
export const run = (command, args, { onStart, ...options } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    onStart?.(child);
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
    // 'close', not 'exit': all that it said has been read then.
    child.once(
      'close',
      settle((code) => resolve(code ?? 1)),
    );
  });

/**
 * Runs a command without showing what it says, for commands side by side.
 * @returns {Promise<{ code: number, output: string }>} both of its outputs as they came
 */
export const runCaptured = async (command, args) => {
  let output = '';
  const code = await run(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    onStart: (child) => {
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    },
  });
  return { code, output };
};

/** Runs a step of a longer command: says its name, and how long it took. */
export async function step(name, work) {
  const started = performance.now();
  console.log(`\n▸ ${name}`);
  const code = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(code === 0 ? `✓ ${name} (${seconds} s)` : `✗ ${name} failed (${seconds} s)`);
  return code;
}
