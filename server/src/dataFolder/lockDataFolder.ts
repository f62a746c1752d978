import { existsSync, writeFileSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { StartError } from '../common/errors.ts';
import { dataFiles } from './dataFolder.ts';

/** Milliseconds that a process which is about to end is waited for. */
const lockTimeoutMs = 2_000;

/**
 * Holds the data folder for this process: SQLite and the files in it are for one server. The lock is one of the
 * operating system on an SQLite file, so it ends with the process, however that ends.
 * @returns what gives the folder back
 * @throws StartError when another process holds it
 */
export function lockDataFolder(dataDir: string): () => void {
  const path = dataFiles.lock(dataDir);
  // Not opened where it is there: closing a file drops the locks that this process has on it.
  if (!existsSync(path)) writeFileSync(path, '', { mode: 0o600 });
  const lock = new SqliteDatabase(path, { timeout: lockTimeoutMs });
  try {
    // Nothing is ever written, so no file is needed to undo it.
    lock.pragma('journal_mode = memory');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!String((error as { code?: string }).code).startsWith('SQLITE_BUSY')) throw error;
    throw new StartError(
      `Another Lectern is running on the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  return () => lock.close();
}
