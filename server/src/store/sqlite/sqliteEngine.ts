import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { countStatements, type Engine, lockedTransactions } from '../engine.ts';
import { createSqliteFullText } from './fullText.ts';
import { openSqlite } from './openSqlite.ts';
import { threadedFullText } from './threadedFullText.ts';

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
      await removeOldCopies(dirname(path));
      const folder = await mkdtemp(join(dirname(path), copyPrefix));
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

const copyPrefix = 'snapshot-';
/** Milliseconds after which a copy is taken to be left by a process that was killed: longer than a backup takes. */
const oldCopyMs = 12 * 3_600_000;

async function removeOldCopies(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(copyPrefix)) continue;
    const copy = join(folder, name);
    // Null when the backup that uses it has just ended.
    const facts = await stat(copy).catch(() => null);
    if (facts !== null && Date.now() - facts.mtimeMs > oldCopyMs)
      await rm(copy, { recursive: true, force: true });
  }
}

/** Bytes of a file; 0 where there is none. */
const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );
