import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chunks } from '../../../run/common/chunks.ts';
import { FolderProblem, problemOf, problems } from '../taking/problems.ts';
import { stampOf } from '../taking/takeFile.ts';

/** What was found below a folder. */
export interface FoundFile {
  /** Below the folder, with slashes. */
  path: string;
  kind: 'file' | 'link' | 'unreadable folder';
  stamp: string;
  inode: string;
}

export interface FoundFolder {
  files: FoundFile[];
  /** Absolute paths of the folder and those below it. */
  folders: string[];
}

/** Files of one folder: as many as a reader may have books. */
const maxFiles = 50_000;
const maxDepth = 30;
const maxPath = 1_000;
/** Files whose state is asked for at once. */
const atOnce = 64;

/** Hidden files, folders of network storage, and files of downloads that are not complete. */
const passedOver = /^[.@#]|~$|\.(part|partial|crdownload|tmp|!qb)$/i;

/**
 * Lists the files below a folder by name and state; nothing is opened, and no link is followed.
 * @throws FolderProblem when the folder is missing, may not be read, or has too many files
 */
export async function walkFolder(root: string): Promise<FoundFolder> {
  const found: FoundFolder = { files: [], folders: [root] };
  const entries = await readdir(root, { withFileTypes: true }).catch((error: unknown) => {
    throw problemOf(error) ?? error;
  });
  await addEntries(found, root, '', entries, 0);
  return found;
}

async function addEntries(
  found: FoundFolder,
  root: string,
  below: string,
  entries: readonly Dirent[],
  depth: number,
): Promise<void> {
  const named = entries.filter(({ name }) => !passedOver.test(name) && below.length + name.length < maxPath);
  const pathOf = ({ name }: Dirent) => (below === '' ? name : `${below}/${name}`);
  for (const some of chunks(
    named.filter((entry) => entry.isFile() || entry.isSymbolicLink()),
    atOnce,
  )) {
    const files = await Promise.all(some.map((entry) => foundFile(root, pathOf(entry))));
    for (const file of files) if (file) found.files.push(file);
    if (found.files.length > maxFiles) throw new FolderProblem(problems.tooLarge);
  }
  for (const entry of named) {
    if (!entry.isDirectory() || depth >= maxDepth) continue;
    const path = pathOf(entry);
    const inside = await readdir(join(root, path), { withFileTypes: true }).catch(() => null);
    if (inside === null) {
      found.files.push({ path, kind: 'unreadable folder', stamp: '', inode: '' });
      continue;
    }
    found.folders.push(join(root, path));
    await addEntries(found, root, path, inside, depth + 1);
  }
}

/** @returns null for what is no file, or has gone meanwhile */
async function foundFile(root: string, path: string): Promise<FoundFile | null> {
  const state = await lstat(join(root, path)).catch(() => null);
  if (state === null || !(state.isFile() || state.isSymbolicLink())) return null;
  const kind = state.isFile() ? 'file' : 'link';
  return { path, kind, stamp: stampOf(state), inode: String(state.ino) };
}
