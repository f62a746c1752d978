import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { type DialectAdapter, type Driver, Kysely, type Logger, SqliteAdapter, SqliteDialect } from 'kysely';
import { currentWrite } from '../history/currentWrite.ts';
import type { Tables } from '../schema.ts';
import { indexText } from '../textTokens.ts';
import { type ReadWriteDatabases, ReadWriteDriver } from './ReadWriteDriver.ts';

/** Size limit of the write-ahead log after a checkpoint, in bytes. */
const maxLogBytes = 16 * 1024 ** 2;
/** Bytes of the file that are memory-mapped. */
const mapped = 1024 ** 3;

/**
 * Opens or creates the SQLite database at `path`; call migrate() before use. Commits are durable (synchronous=FULL).
 * Each writing thread opens its own.
 * @param log called for each statement
 */
export function openSqlite(path: string, log?: Logger): Kysely<Tables> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Create a new file with mode 600, which -wal and -shm inherit; SQLite's default lets others read it.
  closeSync(openSync(path, 'a', 0o600));
  const writer = openConnection(path);
  writer.pragma('journal_mode = WAL');
  writer.pragma('synchronous = FULL');
  writer.pragma('foreign_keys = ON');
  // Checkpoint every 16 MB instead of 4, since consecutive books write to the same pages.
  writer.pragma('wal_autocheckpoint = 4000');
  // Otherwise the log keeps its largest size, for example after deleting an account with all its books.
  writer.pragma(`journal_size_limit = ${maxLogBytes}`);
  writer.function('lectern_tokens', { deterministic: true }, (text: unknown) => indexText(String(text)));
  writer.function('lectern_write', (name: unknown) => {
    const write = currentWrite();
    return write?.[name as keyof typeof write] ?? (name === 'at' ? new Date().toISOString() : null);
  });
  const reader = openConnection(path, { readonly: true });
  reader.function('lectern_lower', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? text.toLowerCase() : null,
  );
  return new Kysely<Tables>({
    ...(log ? { log } : {}),
    dialect: new LecternSqliteDialect({
      reader: { prepare: prepareOnce(reader), close: () => reader.close() },
      writer: {
        prepare: prepareOnce(writer),
        close: () => {
          try {
            writer.pragma('optimize');
          } catch {
            // Fails on a full disk or damaged file; it only improves later queries.
          }
          writer.close();
        },
      },
    }),
  });
}

function openConnection(path: string, options: { readonly?: boolean } = {}): SqliteDatabase.Database {
  const database = new SqliteDatabase(path, { timeout: 10_000, ...options });
  database.pragma('cache_size = -16000');
  database.pragma('temp_store = MEMORY');
  // A search reads hundreds of scattered pages: memory-mapping avoids copying them.
  database.pragma(`mmap_size = ${mapped}`);
  return database;
}

/** Cached prepared statements. */
const maxCachedStatements = 300;
const maxCachedLength = 2_000;

function prepareOnce(database: SqliteDatabase.Database): (sql: string) => SqliteDatabase.Statement {
  const ready = new Map<string, SqliteDatabase.Statement>();
  return (sql) => {
    // SQLite may have rolled back already, for example on a full disk; an error here would hide the original one.
    if (sql === 'rollback' && !database.inTransaction) return database.prepare('select 1');
    const cached = ready.get(sql);
    if (cached) return cached;
    const statement = database.prepare(takeWriteLockFirst(sql));
    // Inserts of many rows are large and all different, so they are not cached.
    if (sql.length > maxCachedLength) return statement;
    if (ready.size >= maxCachedStatements) ready.clear();
    ready.set(sql, statement);
    return statement;
  };
}

/**
 * Uses BEGIN IMMEDIATE: taking the lock at the first write fails when another connection has written since the first
 * read.
 */
function takeWriteLockFirst(sql: string): string {
  return sql === 'begin' ? 'begin immediate' : sql;
}

class LecternSqliteDialect extends SqliteDialect {
  readonly #databases: ReadWriteDatabases;

  constructor(databases: ReadWriteDatabases) {
    super({ database: databases.writer });
    this.#databases = databases;
  }

  override createDriver(): Driver {
    return new ReadWriteDriver(this.#databases);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }
}

/** SQLite can roll back CREATE TABLE, so a failed migration leaves nothing behind. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** ReadWriteDriver serializes writers itself. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
