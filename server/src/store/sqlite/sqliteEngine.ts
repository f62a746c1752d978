import { statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Piscina } from 'piscina';
import { StartError } from '../../run/common/errors.ts';
import { explainFullDisk, storageFault } from '../../run/common/storageFault.ts';
import type { Db } from '../db.ts';
import { countStatements, type Engine, lockedTransactions } from '../engine.ts';
import type { FullText } from '../fullText.ts';
import type { HistoryDialect } from '../historyDialect.ts';
import { createSqliteFullText } from './fullText.ts';
import { openSqlite } from './openSqlite.ts';
import type { SearchTask } from './searchWorker.ts';

/** SQLite in a local file, used by one process. */
export function sqliteEngine(path: string): Engine {
  const { statements, log } = countStatements();
  const db = openSqlite(path, log);
  const fullText = threadedFullText(path);
  // Transactions are exclusive anyway.
  const acquireLock = async () => {};
  return {
    db,
    schema: {
      text: 'text',
      rowNumber: 'integer primary key autoincrement',
      generated: 'virtual',
      createFullText: createSqliteFullText,
      history: sqliteHistory,
      jsonField: (column, field) => sql`cast(${sql.ref(column)} ->> ${field} as text)`,
    },
    fullText,
    stop: fullText.stop,
    statements,
    shared: false,
    indexesPassagesLater: true,
    // New pages are in the write-ahead log until a checkpoint.
    size: async () => (await sizeOf(path)) + (await sizeOf(`${path}-wal`)),
    otherServers: async () => 0,
    acquireLock,
    withLock: lockedTransactions({ db, acquireLock }),
    async readSnapshot(work) {
      // On a copy: a long read transaction would block writers.
      // In the staging, where a start removes what a killed process has left (staging.ts).
      const staging = join(dirname(path), 'staging');
      await mkdir(staging, { recursive: true, mode: 0o700 });
      const folder = await mkdtemp(join(staging, 'snapshot-'));
      try {
        const copy = join(folder, 'lectern.db');
        await sql`vacuum into ${copy}`.execute(db);
        const snapshot = openSqlite(copy);
        try {
          return await work(snapshot);
        } finally {
          await snapshot.destroy();
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    isConflict: () => false,
  };
}

/** Bytes of a file; 0 where there is none. */
const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/**
 * Databases up to this size are checked at every start (0.2 s for 250 MB); larger ones are checked by backups, which
 * read everything.
 */
const maxCheckedBytes = 512 * 1024 ** 2;

/** @throws StartError */
export async function refuseDamaged(db: Db, path: string): Promise<void> {
  if (statSync(path).size > maxCheckedBytes) return;
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
  const result = rows[0]?.quick_check ?? 'ok';
  if (result !== 'ok') throw damaged(path, result.replaceAll(/\s+/g, ' ').trim());
}

const damaged = (path: string, reason: string) =>
  new StartError(
    `The database ${path} is damaged (${reason}). Nothing was changed. Keep a copy of the folder, then restore the newest backup into an empty one.`,
  );

/** Explains errors of SQLite to the operator; returns other errors unchanged. */
export function explainSqliteError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  const fault = storageFault(error);
  if (fault === 'storage_damaged') return damaged(path, error.message);
  if (fault === 'storage_full') return explainFullDisk(error, path);
  if (/^SQLITE_(CANTOPEN|READONLY|IOERR|PERM|BUSY|LOCKED)/.test(code))
    return new StartError(
      `The database ${path} cannot be used (${error.message}). Look at the free space of the disk, at the permissions of the file and its folder, and at other programs that have it open. Nothing was changed.`,
    );
  return error;
}

/** The triggers of store/history on SQLite. Its functions belong to the connection (openSqlite.ts). */
const sqliteHistory: HistoryDialect = {
  begin: [],
  fields: 'json_each(row_history."row") as field',
  fieldsOfPart: 'json_each(part."row") as one, json_each(one.value) as field',
  like: 'like',
  object: (row, columns) => `json_object(${columns.map((name) => `'${name}', ${row}."${name}"`).join(', ')})`,
  array: (objects) => `json_group_array(json(${objects}))`,
  trigger: ({ name, table, event, when = 'true', unless = 'true', statements }) => [
    `drop trigger if exists ${name}`,
    `create trigger ${name} ${event} on ${table} when (${when}) and (${unless}) begin ${statements.join('; ')}; end`,
  ],
};

/** Milliseconds after which the idle thread is ended. */
const idleTimeoutMs = 60_000;

/**
 * FTS5 search in a separate thread: SQLite blocks its thread, and searching for frequent words would block all other
 * requests. It sees committed data only, even when called within a transaction.
 */
function threadedFullText(path: string): FullText & { stop(): Promise<void> } {
  let thread: Promise<Piscina<SearchTask, unknown>> | undefined;
  // Started with the first search.
  const begin = async () => {
    const { Piscina } = await import('piscina');
    return new Piscina<SearchTask, unknown>({
      filename: fileURLToPath(new URL('../../../searchWorker.mjs', import.meta.url)),
      workerData: { path },
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleTimeoutMs,
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
      env: {},
    });
  };
  const run = async <T>(task: SearchTask): Promise<T> => {
    thread ??= begin();
    return (await (await thread).run(task)) as T;
  };
  return {
    search: (_db, query) => run({ name: 'search', args: [query] }),
    count: (_db, ...args) => run({ name: 'count', args }),
    wordsLike: (_db, ...args) => run({ name: 'wordsLike', args }),
    async stop() {
      await (await thread)?.destroy();
    },
  };
}
