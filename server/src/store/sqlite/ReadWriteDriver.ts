import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
} from 'kysely';

export interface ReadWriteDatabases {
  /** Executes all writes and transactions, one at a time. */
  writer: SqliteStatements;
  /** Read-only. It sees committed data and does not wait. */
  reader: SqliteStatements;
}

export interface SqliteStatements {
  prepare(sql: string): SqliteDatabase.Statement;
  close(): void;
}

/**
 * Kysely's SQLite driver, but with two connections: read-only queries do not wait for another request's transaction.
 * Kysely's own driver has a single connection, which a transaction holds exclusively.
 */
export class ReadWriteDriver implements Driver {
  readonly #databases: ReadWriteDatabases;
  readonly #lock = new WriteLock();

  constructor(databases: ReadWriteDatabases) {
    this.#databases = databases;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ReadWriteConnection> {
    return new ReadWriteConnection(this.#databases, this.#lock);
  }

  async releaseConnection(connection: ReadWriteConnection): Promise<void> {
    connection.abandon();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    this.#databases.reader.close();
    this.#databases.writer.close();
  }
}

/** Milliseconds that a transaction may block this thread before it yields. */
const maxTurnMs = 8;

class ReadWriteConnection implements DatabaseConnection {
  readonly #databases: ReadWriteDatabases;
  readonly #lock: WriteLock;
  #inTransaction = false;
  /** When this transaction last yielded, in monotonic milliseconds. */
  #turnBegan = 0;

  constructor(databases: ReadWriteDatabases, lock: WriteLock) {
    this.#databases = databases;
    this.#lock = lock;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer } = this.#databases;
    if (this.#inTransaction) {
      await this.#yieldToReads();
      const result = run<Row>(writer.prepare(query.sql), query);
      if (query.sql === 'commit' || query.sql === 'rollback') this.#leave();
      return result;
    }
    const read = this.#readOf(query);
    if (read) return run(read, query);
    await this.#lock.acquire();
    try {
      const result = run<Row>(writer.prepare(query.sql), query);
      this.#inTransaction = query.sql === 'begin';
      this.#turnBegan = performance.now();
      return result;
    } finally {
      if (!this.#inTransaction) this.#lock.release();
    }
  }

  /** Called when it is released. An unfinished transaction is rolled back. */
  abandon(): void {
    if (!this.#inTransaction) return;
    try {
      run(this.#databases.writer.prepare('rollback'), CompiledQuery.raw('rollback'));
    } finally {
      this.#leave();
    }
  }

  /** SQLite runs on this thread: after a while, yield to requests that only read. */
  async #yieldToReads(): Promise<void> {
    if (performance.now() - this.#turnBegan < maxTurnMs) return;
    await yieldToOthers();
    this.#turnBegan = performance.now();
  }

  #leave(): void {
    this.#inTransaction = false;
    this.#lock.release();
  }

  /** The statement on the reading connection; null when it may write. */
  #readOf({ query, sql }: CompiledQuery): SqliteDatabase.Statement | null {
    const { reader } = this.#databases;
    if (SelectQueryNode.is(query)) return reader.prepare(sql);
    if (query.kind !== 'RawNode' || !/^\s*(select|with)\b/i.test(sql)) return null;
    const statement = reader.prepare(sql);
    return statement.readonly ? statement : null;
  }

  /** Streaming would keep the connection busy between rows; use pages instead. */
  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Queries are not streamed on SQLite. Read in pages (store/rowsInPages.ts).');
  }
}

function run<Row>(statement: SqliteDatabase.Statement, { parameters }: CompiledQuery): QueryResult<Row> {
  if (statement.reader) return { rows: statement.all(parameters) as Row[] };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
}

/** Mutual exclusion in order of arrival. */
class WriteLock {
  #last: Promise<void> = Promise.resolve();
  /** Ends the turn of whoever holds it. */
  release = () => {};

  async acquire(): Promise<void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    this.release = resolve;
  }
}
