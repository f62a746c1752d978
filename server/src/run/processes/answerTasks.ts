import { Worker } from 'node:worker_threads';
import { runInBackground } from '../common/runInBackground.ts';

/**
 * For the module of a helper process: answers each task with one message, and ends with the server. An error ends the
 * process; the server starts a new one for the next task.
 */
export function answerTasks<Task, Answer>(answer: (task: Task) => Promise<Answer>): void {
  endWithServer();
  process.on('message', (task: Task) => {
    runInBackground(
      async () => process.send?.(await answer(task)),
      { error: () => process.exit(1) },
      'A task was not done',
    );
  });
}

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
