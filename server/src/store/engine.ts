import type { Kysely, LogEvent } from 'kysely';
import { FairQueue } from '../scheduling/FairQueue.ts';
import type { FullText } from './fullText.ts';
import type { Tables } from './schema.ts';

/** What a migration asks of an engine. */
export interface SchemaParts {
  /** Type of texts that compare by their characters' numbers, as ids and moments do everywhere. */
  text: string;
  /** Type of a primary key that counts by itself. */
  rowNumber: string;
  /** How a column that is computed from others is kept. */
  generated: 'virtual' | 'stored';
  createFullText(db: Kysely<Tables>): Promise<void>;
  /** Makes the index of full text take in whole books at once, where that has to be said. */
  gatherFullText(db: Kysely<Tables>): Promise<void>;
  /** Makes the engine cut words as the code of today does, from now on: what is indexed stays as it is. */
  replaceTextRules(db: Kysely<Tables>): Promise<void>;
  /** Cuts the words of these passages anew. */
  reindexPassages(db: Kysely<Tables>, ids: readonly number[]): Promise<void>;
  /** Lets a passage be stored without its words being indexed at once, where that keeps others waiting. */
  indexPassagesLater(db: Kysely<Tables>): Promise<void>;
  /** The words of the index of full text, where the engine can list them. */
  createWordList(db: Kysely<Tables>): Promise<void>;
}

/** Told of each statement when it has ended, without its values. @param milliseconds that it took */
export type StatementWatcher = (sql: string, milliseconds: number, failed: boolean) => void;

/** Counts that only grow. */
export interface Statements {
  count: number;
  /** That they took together. */
  milliseconds: number;
  /** Null when nobody wants to know each of them. */
  onStatement: StatementWatcher | null;
}

/** Counts the statements of a database: for the `log` of Kysely, which tells of those that fail, too. */
export function countStatements(): { statements: Statements; log: (event: LogEvent) => void } {
  const statements: Statements = { count: 0, milliseconds: 0, onStatement: null };
  return {
    statements,
    log({ level, query, queryDurationMillis }) {
      statements.count += 1;
      statements.milliseconds += queryDurationMillis;
      statements.onStatement?.(query.sql, queryDurationMillis, level === 'error');
    },
  };
}

/** A database with what differs from one kind to the other. Everything else is the same queries for all. */
export interface Engine {
  readonly db: Kysely<Tables>;
  readonly schema: SchemaParts;
  readonly fullText: FullText;
  /** What this process has asked the database for. */
  readonly statements: Statements;
  /** Whether other processes may be at work on the same library. */
  readonly shared: boolean;
  /**
   * Whether the passages of a book are indexed after it was stored: indexing all at once keeps other writes waiting.
   */
  readonly indexesPassagesLater: boolean;
  /** Bytes of the database. */
  size(): Promise<number>;
  /** Connections of servers, where a command is at work on a database that they may share; 0 where none can be. */
  otherServers(): Promise<number>;
  /**
   * In a transaction: waits until no other transaction holds the lock of this name, and holds it until this one ends.
   * What is decided by what was read is then still true when it is written.
   */
  acquireLock(db: Kysely<Tables>, name: string): Promise<void>;
  /**
   * A transaction that holds the lock of this name. Those of this process wait for each other before they take a
   * connection, so that many writes of one reader leave the connections to the others.
   * @throws AppError too_many_at_once, when too many wait already
   */
  withLock<T>(name: string, work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Ends threads of its own, where it has any. */
  stop(): Promise<void>;
  /** Reads of one moment, while others go on writing. */
  readSnapshot<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** That a transaction was given up for the sake of another one, and will do when it is tried again. */
  isConflict(error: unknown): boolean;
}

/** Writes of one reader that may wait for each other. */
const mostWaiting = 1_000;

/** What `inTurn` is for every engine. */
export function lockedTransactions({
  db,
  acquireLock,
}: Pick<Engine, 'db' | 'acquireLock'>): Engine['withLock'] {
  const turns = new FairQueue({ perReader: 1, waiting: mostWaiting });
  return (name, work) =>
    turns.run(name, () =>
      db.transaction().execute(async (trx) => {
        await acquireLock(trx, name);
        return work(trx);
      }),
    );
}
