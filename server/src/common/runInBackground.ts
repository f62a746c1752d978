/** Where failures of background work are written; a Fastify logger is one. */
export interface ErrorLog {
  error(details: { err: unknown }, message: string): void;
}

/**
 * Runs work that no request waits for. Whether it throws at once or rejects later, the error is logged and goes no
 * further: an unhandled rejection would end the process.
 * @param failure the message of the log line
 */
export function runInBackground(work: () => unknown, log: ErrorLog, failure: string): void {
  (async () => work())().catch((err: unknown) => log.error({ err }, failure));
}
