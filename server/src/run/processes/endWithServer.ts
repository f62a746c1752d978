import { Worker } from 'node:worker_threads';

/** How often, in milliseconds, to check that the server is alive. */
const checkIntervalMs = 5_000;

/**
 * Ends this helper process when the server has exited, which closes the IPC channel. A thread checks as well, because
 * a blocked event loop would not notice.
 */
export function endWithServer(): void {
  process.on('disconnect', () => process.exit());
  const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), ${checkIntervalMs})`;
  new Worker(watch, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  }).unref();
}
