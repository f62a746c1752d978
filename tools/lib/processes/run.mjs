import { spawn } from 'node:child_process';
import { root } from '../paths.mjs';

/**
 * Runs a command with its output shown. Signals are forwarded to it, and this process waits for it to end.
 * @returns {Promise<number>} its exit code; 1 if a signal ended it
 */
export const run = (command, args, { onStart, ...options } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    onStart?.(child);
    const forward = (signal) => child.kill(signal);
    const waitForChild = () => {};
    // A terminal sends SIGINT to the child as well; SIGTERM is sent to this process only.
    process.on('SIGTERM', forward).on('SIGINT', waitForChild);
    const stopLooking = whenParentEnds(() => child.kill('SIGTERM'));
    const settle = (finish) => (value) => {
      process.off('SIGTERM', forward).off('SIGINT', waitForChild);
      stopLooking();
      finish(value);
    };
    child.once('error', settle(reject));
    // 'close', not 'exit': by then all of the output has been read.
    child.once(
      'close',
      settle((code) => resolve(code ?? 1)),
    );
  });

/**
 * Runs a command without showing its output, for concurrent commands.
 * @returns {Promise<{ code: number, output: string }>} stdout and stderr, interleaved
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

/** Runs a step of a longer command, and prints its name and duration. */
export async function step(name, work) {
  const started = performance.now();
  console.log(`\n▸ ${name}`);
  const code = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(code === 0 ? `✓ ${name} (${seconds} s)` : `✗ ${name} failed (${seconds} s)`);
  return code;
}

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
  }, 500);
  timer.unref();
  return () => clearInterval(timer);
}
