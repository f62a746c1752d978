import { IngestInterrupted } from './IngestProcess.ts';

/** Error codes of PostgreSQL, SQLite and Node that are caused by the data or our code, so a retry would fail again. */
const permanentErrorCodes =
  /^((22|23|42|54)[0-9A-Z]{3}|SQLITE_(CONSTRAINT|TOOBIG|MISMATCH|RANGE|ERROR|MISUSE).*|ERR_.*)$/;

/**
 * Whether the database, the blob store or the machine has failed, as opposed to the book or our code. Such work is
 * retried until it succeeds. Errors of the system, the drivers and the S3 client have a code.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof IngestInterrupted) return true;
  if (!(error instanceof Error)) return false;
  if ('$metadata' in error) return true;
  if ('code' in error && typeof error.code === 'string') return !permanentErrorCodes.test(error.code);
  // The PostgreSQL driver has no code for broken connections and connection timeouts.
  return error.name === 'TimeoutError' || /connection|timeout/i.test(error.message);
}
