import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Files of the data folder by which its database or sign-ins can be read. */
const secretFiles = /^(secret|lectern\.db.*)$/;
const forOwner = { folder: 0o700, file: 0o600 };

/**
 * Makes the data folder, its folders and the files in it readable by its owner only, also where they were there before.
 * @returns what others can still read, by path: another owner, or a file system without permissions
 */
export function restrictDataFiles(dataDir: string): string[] {
  // Windows has no such modes: who may read is inherited from the folder above.
  if (process.platform === 'win32') return [];
  mkdirSync(dataDir, { recursive: true, mode: forOwner.folder });
  const open: string[] = [];
  const restrict = (path: string, mode: number) => {
    try {
      if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
      if ((statSync(path).mode & 0o077) !== 0) open.push(path);
    } catch (error) {
      // Gone since, as the write-ahead log of a database that is closed.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') open.push(path);
    }
  };
  restrict(dataDir, forOwner.folder);
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    const path = join(dataDir, entry.name);
    if (entry.isDirectory()) restrict(path, forOwner.folder);
    else if (entry.isFile() && secretFiles.test(entry.name)) restrict(path, forOwner.file);
  }
  return open;
}
