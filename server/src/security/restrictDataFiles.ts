import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Files of the data folder with which others could read the database or sign in. */
const secretFiles = /^(secret|lectern\.db.*)$/;
const forOwner = { folder: 0o700, file: 0o600 };

/**
 * Makes the data folder with its folders and files readable by its owner only.
 * @returns paths that others can still read: files of another owner, or on a file system without permissions
 */
export function restrictDataFiles(dataDir: string): string[] {
  // Windows has no modes; access is inherited from the parent folder.
  if (process.platform === 'win32') return [];
  mkdirSync(dataDir, { recursive: true, mode: forOwner.folder });
  const open: string[] = [];
  const restrict = (path: string, mode: number) => {
    try {
      if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
      if ((statSync(path).mode & 0o077) !== 0) open.push(path);
    } catch (error) {
      // It may have been deleted, like the write-ahead log of a closed database.
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
