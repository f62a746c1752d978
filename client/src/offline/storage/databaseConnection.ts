import { type LecternDatabase, openLecternDatabase } from './database.ts';

/** The browser's database, which may be closed, deleted or missing at any time. */
export interface DatabaseConnection {
  /**
   * The open database; one that was closed is opened again. Rejects when it cannot be opened, or not in time.
   */
  open(): Promise<LecternDatabase>;
  /** The database does not work as it should: the next `open` opens it again. */
  drop(): void;
}

/** Milliseconds after which opening counts as failed: another tab may block it, and nothing may wait for that. */
const openTimeoutMs = 5_000;

/** @param onLost called at once when another tab or the browser closes the database under this page */
export function createDatabaseConnection(
  onLost: () => void,
  open: (onClosed: () => void) => Promise<LecternDatabase> = (onClosed) =>
    openLecternDatabase(undefined, onClosed),
): DatabaseConnection {
  let current: Promise<LecternDatabase> | null = null;

  function start(): Promise<LecternDatabase> {
    const opening = open(() => {
      forget();
      onLost();
    });
    function forget(): void {
      if (current === opening) current = null;
    }
    opening.catch(forget);
    return opening;
  }

  return {
    open() {
      current ??= start();
      return inTime(current);
    },
    drop() {
      const dropped = current;
      current = null;
      dropped?.then(
        (database) => database.close(),
        () => undefined,
      );
    },
  };
}

function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database could not be opened in time.')), openTimeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
