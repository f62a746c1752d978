import { IngestInterrupted } from './IngestProcess.ts';

/** Codes that come with the data or with our code, and will come again: of PostgreSQL, of SQLite and of Node. */
const lasting =
  /^((22|23|42|54)[0-9A-Z]{3}|SQLITE_(CONSTRAINT|TOOBIG|MISMATCH|RANGE|ERROR|MISUSE).*|ERR_.*)$/;

/**
 * Whether the database, the store of files or the machine has failed, and not the book or our code: what failed so is
 * tried again until it works. Errors of the system, of the drivers and of the client of the bucket have a code.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof IngestInterrupted) return true;
  if (!(error instanceof Error)) return false;
  if ('$metadata' in error) return true;
  if ('code' in error && typeof error.code === 'string') return !lasting.test(error.code);
  // The driver of PostgreSQL has no code for a connection that breaks or is not made in time.
  return error.name === 'TimeoutError' || /connection|timeout/i.test(error.message);
}
