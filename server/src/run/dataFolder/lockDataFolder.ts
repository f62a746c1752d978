import { existsSync, writeFileSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { StartError } from '../common/errors.ts';
import { dataFiles } from './dataFolder.ts';

/** How long to wait for a process that is shutting down. */
const lockTimeoutMs = 2_000;

/**
 * Locks the data folder for this process: SQLite and the files allow only one server. It uses the operating system's
 * lock on an SQLite file, which is released whenever the process ends.
 * @param timeout how many milliseconds to wait for it
 * @returns releases the lock
 * @throws StartError when another process holds it
 */
export function lockDataFolder(dataDir: string, timeout = lockTimeoutMs): () => void {
  const path = dataFiles.lock(dataDir);
  // Do not open an existing file: closing it would release this process's locks on it.
  if (!existsSync(path)) writeFileSync(path, '', { mode: 0o600 });
  const lock = new SqliteDatabase(path, { timeout });
  try {
    // Nothing is written, so no journal file is needed.
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
