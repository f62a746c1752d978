import { createWriteStream } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../../run/common/errors.ts';
import { openRegularFile } from '../../../run/common/openRegularFile.ts';
import { FolderProblem, problemOf, problems } from '../taking/problems.ts';
import { stampOf } from '../taking/takeFile.ts';
import { libraryFile } from '../zip/libraryZip.ts';

/** Bytes of a metadata.db; calibre needs some 2 KB for a book. */
const maxBytes = 1024 ** 3;

/** Whether a folder is a calibre library. */
export const isCalibre = async (folder: string): Promise<boolean> =>
  (await lstat(join(folder, libraryFile)).catch(() => null))?.isFile() === true;

/** @throws FolderProblem when it is missing */
export async function stampOfLibrary(folder: string): Promise<string> {
  const state = await lstat(join(folder, libraryFile)).catch((error: unknown) => {
    throw problemOf(error) ?? error;
  });
  return stampOf(state);
}

/**
 * Copies the metadata.db of a library, so that calibre may write to it while it is read.
 * @param stamp of the file as it was seen
 * @throws FolderProblem when calibre is writing to it, or it cannot be read
 */
export async function copyLibrary(folder: string, copy: string, stamp: string): Promise<void> {
  const file = await openRegularFile(folder, libraryFile).catch((error: unknown) => {
    if (error instanceof StartError) throw new FolderProblem(problems.calibreBroken);
    throw problemOf(error) ?? error;
  });
  try {
    if (await isBeingWritten(folder)) throw new FolderProblem(problems.calibreBusy);
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    const { size } = await file.stat();
    if (size > maxBytes) throw new FolderProblem(problems.calibreBroken);
    const target = createWriteStream(copy, { flags: 'wx', mode: 0o600 });
    await pipeline(file.createReadStream({ autoClose: false, end: Math.max(0, size - 1) }), target);
    await withoutWal(copy);
    const isSame = stampOf(await file.stat()) === stamp;
    if (!isSame || (await isBeingWritten(folder))) throw new FolderProblem(problems.calibreBusy);
  } finally {
    await file.close();
  }
}

/** SQLite keeps what is not yet, or no longer, in the file beside it. */
async function isBeingWritten(folder: string): Promise<boolean> {
  const beside = ['-journal', '-wal'].map((ending) => lstat(join(folder, libraryFile + ending)));
  return (await Promise.allSettled(beside)).some((one) => one.status === 'fulfilled' && one.value.size > 0);
}

/** Bytes 18 and 19 of the header say that there is a write-ahead log, which the copy does not have. */
async function withoutWal(copy: string): Promise<void> {
  const file = await open(copy, 'r+');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(20), 0, 20, 0);
    if (bytesRead === 20 && buffer[18] === 2) await file.write(Buffer.of(1, 1), 0, 2, 18);
  } finally {
    await file.close();
  }
}
