import { Worker } from 'node:worker_threads';

/** Milliseconds between two looks at whether the server is still there. */
const lookAround = 5_000;

/**
 * Ends this helper process when the server has ended, in whatever way: its channel closes. A thread of its own looks as
 * well, because a file on which the work never ends would keep this process from noticing.
 */
export function endWithServer(): void {
  process.on('disconnect', () => process.exit());
  const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), ${lookAround})`;
  new Worker(watch, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  }).unref();
}
