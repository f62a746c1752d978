/** Receives errors of background work; a Fastify logger is one. */
export interface ErrorLog {
  error(details: { err: unknown }, message: string): void;
}

/**
 * Runs work that no request waits for and logs its errors, thrown or rejected; an unhandled rejection would end the
 * process.
 * @param failure the log message
 */
export function runInBackground(work: () => unknown, log: ErrorLog, failure: string): void {
  (async () => work())().catch((err: unknown) => log.error({ err }, failure));
}
