import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../common/errors.ts';
import { explainFullDisk, storageFault } from '../common/storageFault.ts';

/** Paths in a data folder. */
export const dataFiles = {
  database: (dataDir: string) => join(dataDir, 'lectern.db'),
  databaseBeforeUpdate: (dataDir: string) => join(dataDir, 'lectern.db.before-update'),
  secret: (dataDir: string) => join(dataDir, 'secret'),
  books: (dataDir: string) => join(dataDir, 'blobs', 'books'),
  /** Generated from the dictionaries; created again when missing. */
  dictionaryPacks: (dataDir: string) => join(dataDir, 'dictionary-packs'),
  /** Where test restores restore (store/backup/drill). */
  drills: (dataDir: string) => join(dataDir, 'drill'),
  lock: (dataDir: string) => join(dataDir, 'server.lock'),
  address: (dataDir: string) => join(dataDir, 'address'),
};

/** Room that SQLite needs to open a database: the shared memory of its log, and some pages. */
const startBytes = 64 * 1024;

/**
 * Creates the data folder if needed.
 * @throws StartError when it is not a folder or not writable, or its disk is full
 */
export function prepareDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const probe = join(dataDir, `.write-test-${process.pid}`);
    try {
      writeFileSync(probe, Buffer.alloc(startBytes), { mode: 0o600 });
    } finally {
      rmSync(probe, { force: true });
    }
  } catch (error) {
    if (storageFault(error) === 'storage_full') throw explainFullDisk(error, dataDir);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new StartError(
        `DATA_DIR is ${dataDir}, which is a file or lies below one. Set DATA_DIR to a folder.`,
      );
    const reason = code === 'EROFS' ? 'its disk can only be read' : ((error as Error).message ?? code);
    throw new StartError(
      `The data folder ${dataDir} cannot be written: ${reason}. Let the user that runs Lectern write there, or set DATA_DIR to another folder.`,
    );
  }
}

/** Notes the address of the server, for links that the command line prints. */
export function noteAddress(dataDir: string, address: string): void {
  writeFileSync(dataFiles.address(dataDir), address, { mode: 0o600 });
}

/** The address of the server that was started last; null when there was none. */
export function notedAddress(dataDir: string): string | null {
  const path = dataFiles.address(dataDir);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** Whether there is a non-empty database file. */
export function hasDatabaseFile(dataDir: string): boolean {
  return (statSync(dataFiles.database(dataDir), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Whether the folder contains files of books. */
export function hasBookFiles(dataDir: string): boolean {
  const books = dataFiles.books(dataDir);
  return existsSync(books) && readdirSync(books).some((id) => readdirSync(join(books, id)).length > 0);
}

/**
 * An empty library must not be created next to existing books: the next visitor would become its administrator.
 * @throws StartError when the SQLite database is missing but the books are there
 */
export function refuseLostDatabase(dataDir: string): void {
  if (hasDatabaseFile(dataDir) || !hasBookFiles(dataDir)) return;
  throw new StartError(
    `${dataFiles.database(dataDir)} is missing or empty, but there are books in ${dataFiles.books(dataDir)}. Put the database back, or restore a backup into an empty folder. To begin a new library, set DATA_DIR to an empty folder. Nothing was changed.`,
  );
}

/** @throws StartError when the folder contains a library but not its secret */
export function refuseLostSecret(dataDir: string): void {
  if (!hasDatabaseFile(dataDir) && !hasBookFiles(dataDir)) return;
  throw new StartError(
    `The secret of this library is missing: ${dataFiles.secret(dataDir)}. Put it back from a backup, or set LECTERN_SECRET to what it was. ` +
      'If it is lost, set LECTERN_SECRET to at least 32 new random characters: everybody signs in again then, and codes of a second factor must be set up again. Nothing was changed.',
  );
}
