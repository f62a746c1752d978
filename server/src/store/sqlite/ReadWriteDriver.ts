import { setImmediate as othersTurn } from 'node:timers/promises';
import type SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
} from 'kysely';

export interface ReadWriteDatabases {
  /** Does everything that writes, and everything in a transaction, one at a time. */
  writer: SqliteStatements;
  /** Opened for reading alone. It sees what is committed, and waits for nothing. */
  reader: SqliteStatements;
}

export interface SqliteStatements {
  prepare(sql: string): SqliteDatabase.Statement;
  close(): void;
}

/**
 * Kysely's driver of SQLite, but with two connections to the file: a query that only reads does not wait until another
 * request's transaction has ended. Kysely's own has one connection, which a transaction keeps from all others.
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

/** Milliseconds that a transaction may keep this thread before others are answered. */
const longestTurn = 8;

class ReadWriteConnection implements DatabaseConnection {
  readonly #databases: ReadWriteDatabases;
  readonly #lock: WriteLock;
  #inTransaction = false;
  /** Since when this transaction keeps the thread: monotonic milliseconds. */
  #turnBegan = 0;

  constructor(databases: ReadWriteDatabases, lock: WriteLock) {
    this.#databases = databases;
    this.#lock = lock;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer } = this.#databases;
    if (this.#inTransaction) {
      await this.#letOthers();
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

  /** Its user is done with it. A transaction that neither ended well nor was rolled back is undone. */
  abandon(): void {
    if (!this.#inTransaction) return;
    try {
      this.#databases.writer.prepare('rollback').run();
    } finally {
      this.#leave();
    }
  }

  /** SQLite works on this thread: after a long turn, requests that write nothing are answered first. */
  async #letOthers(): Promise<void> {
    if (performance.now() - this.#turnBegan < longestTurn) return;
    await othersTurn();
    this.#turnBegan = performance.now();
  }

  #leave(): void {
    this.#inTransaction = false;
    this.#lock.release();
  }

  /** The statement on the reading connection; null where it may write. */
  #readOf({ query, sql }: CompiledQuery): SqliteDatabase.Statement | null {
    const { reader } = this.#databases;
    if (SelectQueryNode.is(query)) return reader.prepare(sql);
    if (query.kind !== 'RawNode' || !/^\s*(select|with)\b/i.test(sql)) return null;
    const statement = reader.prepare(sql);
    return statement.readonly ? statement : null;
  }

  /** Rows one at a time would keep the connection busy between them; read in pages instead. */
  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Queries are not streamed on SQLite. Read in pages (store/rowsInPages.ts).');
  }
}

function run<Row>(statement: SqliteDatabase.Statement, { parameters }: CompiledQuery): QueryResult<Row> {
  if (statement.reader) return { rows: statement.all(parameters) as Row[] };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
}

/** One at a time, in the order in which they asked. */
class WriteLock {
  readonly #waiting: (() => void)[] = [];
  #held = false;

  async acquire(): Promise<void> {
    if (!this.#held) {
      this.#held = true;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    await promise;
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#held = false;
  }
}
