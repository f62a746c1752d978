import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { type DialectAdapter, type Driver, Kysely, type Logger, SqliteAdapter, SqliteDialect } from 'kysely';
import type { Tables } from '../schema.ts';
import { indexText } from '../textTokens.ts';
import { type ReadWriteDatabases, ReadWriteDriver } from './ReadWriteDriver.ts';

/** Bytes that the write-ahead log keeps once its pages are in the file. */
const mostLog = 16 * 1024 ** 2;
/** Bytes of the file, from its start, that are read in place; what lies beyond is read as ever. */
const mapped = 1024 ** 3;

/**
 * Opens (and makes) the SQLite database at `path`, ready for queries once migrate() has run. What is committed is on
 * the disk (synchronous=FULL). Each thread that writes opens its own.
 * @param log told of each statement
 */
export function openSqlite(path: string, log?: Logger): Kysely<Tables> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Made here if it is new, since SQLite would let others read it; its -wal and -shm take its mode.
  closeSync(openSync(path, 'a', 0o600));
  const writer = openConnection(path);
  writer.pragma('journal_mode = WAL');
  writer.pragma('synchronous = FULL');
  writer.pragma('foreign_keys = ON');
  // Pages that book after book writes to go into the file once in sixteen megabytes, and not in four.
  writer.pragma('wal_autocheckpoint = 4000');
  // The log keeps its longest size otherwise, as that of an account with all its books which was deleted at once.
  writer.pragma(`journal_size_limit = ${mostLog}`);
  writer.function('lectern_tokens', { deterministic: true }, (text: unknown) => indexText(String(text)));
  const reader = openConnection(path, { readonly: true });
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
            // On a full disk or a damaged file; it is of use to later queries only.
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
  // A search looks into hundreds of pages all over the file: they are read
  // where the machine holds them, and not copied.
  database.pragma(`mmap_size = ${mapped}`);
  return database;
}

/** How many statements are kept ready; most are asked for over and over. */
const mostReady = 300;
const longest = 2_000;

function prepareOnce(database: SqliteDatabase.Database): (sql: string) => SqliteDatabase.Statement {
  const ready = new Map<string, SqliteDatabase.Statement>();
  return (sql) => {
    // SQLite has rolled back by itself, as on a full disk; an error about that would hide the one that counts.
    if (sql === 'rollback' && !database.inTransaction) return database.prepare('select 1');
    const known = ready.get(sql);
    if (known) return known;
    const statement = database.prepare(takeWriteLockFirst(sql));
    // Those that put in many rows at once are large, and each is another one.
    if (sql.length > longest) return statement;
    if (ready.size >= mostReady) ready.clear();
    ready.set(sql, statement);
    return statement;
  };
}

/** Taking the lock late, at the first write, fails at once when another thread has written since the first read. */
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

/** SQLite does roll CREATE TABLE back, so a migration that dies halfway leaves nothing. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** ReadWriteDriver lets those that write wait for each other by itself. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
