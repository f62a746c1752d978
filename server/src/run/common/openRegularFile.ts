import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './errors.ts';

/** Flags for reading a file, but not what a symbolic link points to; a pipe is not waited for. */
export const asRegularFile = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a file of a folder that may come from elsewhere. Its links are not followed: they could point to any file of
 * this machine.
 * @param path below the folder, with slashes
 * @throws StartError when it is no regular file, or a folder on the way is a link; errors of the file system
 */
export async function openRegularFile(folder: string, path: string): Promise<FileHandle> {
  await refuseLinkedFolders(folder, path.split('/').slice(0, -1).join('/'));
  const place = join(folder, path);
  const file = await open(place, asRegularFile).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? unexpected(place) : error;
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw unexpected(place);
}

/**
 * Checks the folders of a path. `folder` itself may be a link: the operator has named it.
 * @throws StartError for a link; errors of the file system
 */
export async function refuseLinkedFolders(folder: string, path: string): Promise<void> {
  let place = folder;
  for (const name of path.split('/').filter(Boolean)) {
    place = join(place, name);
    if ((await lstat(place)).isSymbolicLink()) throw unexpected(place);
  }
}

const unexpected = (place: string) =>
  new StartError(`${place} is a symbolic link or no file, and is not read: put the file itself there.`);
