import type { Kysely, LogEvent, RawBuilder } from 'kysely';
import { FairQueue } from '../run/scheduling/FairQueue.ts';
import type { FullText } from './fullText.ts';
import type { HistoryDialect } from './historyDialect.ts';
import type { Tables } from './schema.ts';

/** Engine-specific parts of migrations. */
export interface SchemaParts {
  /** Text type that compares by code points, like ids and times. */
  text: string;
  /** Type of an auto-increment primary key. */
  rowNumber: string;
  /** Storage of generated columns. */
  generated: 'virtual' | 'stored';
  createFullText(db: Kysely<Tables>): Promise<void>;
  /** The text of a field in a column of JSON. */
  jsonField(column: string, field: string): RawBuilder<string | null>;
  /** Triggers that keep what is replaced or deleted. */
  history: HistoryDialect;
}

/** Counters. */
export interface Statements {
  count: number;
  /** Total duration. */
  milliseconds: number;
  /** For tests: called with each statement, without its values. */
  onStatement: ((sql: string) => void) | null;
}

/** Counts statements through Kysely's `log`, including failed ones. */
export function countStatements(): { statements: Statements; log: (event: LogEvent) => void } {
  const statements: Statements = { count: 0, milliseconds: 0, onStatement: null };
  return {
    statements,
    log({ query, queryDurationMillis }) {
      statements.count += 1;
      statements.milliseconds += queryDurationMillis;
      statements.onStatement?.(query.sql);
    },
  };
}

/** A database with its engine-specific parts. All other queries are the same for both engines. */
export interface Engine {
  readonly db: Kysely<Tables>;
  readonly schema: SchemaParts;
  readonly fullText: FullText;
  /** Statistics of this process. */
  readonly statements: Statements;
  /** Whether other processes may use the same library. */
  readonly shared: boolean;
  /** Whether passages are indexed after the book is stored, because indexing all at once blocks other writes. */
  readonly indexesPassagesLater: boolean;
  /** Size of the database in bytes. */
  size(): Promise<number>;
  /** Connections of servers to the same database, for commands; 0 where there can be none. */
  otherServers(): Promise<number>;
  /** In a transaction: acquires the named lock until the transaction ends, so that what was read stays true. */
  acquireLock(db: Kysely<Tables>, name: string): Promise<void>;
  /**
   * Runs a transaction that holds the named lock. Those of this process queue before they take a connection, so that
   * many writes of one user leave connections to others.
   * @throws AppError too_many_at_once when too many are waiting
   */
  withLock<T>(name: string, work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Stops its threads, if any. */
  stop(): Promise<void>;
  /** Runs reads on a consistent snapshot, while others write. */
  readSnapshot<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Whether a transaction was aborted by a conflict and can be retried. */
  isConflict(error: unknown): boolean;
}

/** Writes of one user that may wait. */
const maxWaiting = 1_000;

/** Implements `withLock` for every engine. */
export function lockedTransactions({
  db,
  acquireLock,
}: Pick<Engine, 'db' | 'acquireLock'>): Engine['withLock'] {
  const turns = new FairQueue({ perReader: 1, waiting: maxWaiting });
  return (name, work) =>
    turns.run(name, () =>
      db.transaction().execute(async (trx) => {
        await acquireLock(trx, name);
        return work(trx);
      }),
    );
}

const maxAttempts = 5;

/** Retries a transaction that the database has aborted because of a conflict with another one. */
export async function tryAgain<T>(engine: Pick<Engine, 'isConflict'>, run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (tries === maxAttempts || !engine.isConflict(error)) throw error;
    }
  }
}
