import { randomUUID } from 'node:crypto';
import { access, lstat, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { requireRoomForFiles } from '../../../library/books/bookFiles.ts';
import { AppError } from '../../../run/common/errors.ts';
import { findRow } from '../../../store/rows.ts';
import { givenCover } from '../../staging/staging.ts';
import { type FileRow, saveFileRow } from './folderRows.ts';
import type { Look } from './look.ts';
import { problemOf, problems, reasons } from './problems.ts';
import {
  type CopiedFile,
  copyFile,
  type FolderServices,
  isInside,
  LeftOut,
  stampOf,
  Unsettled,
  uploadCopy,
} from './takeFile.ts';

interface FileState {
  path: string;
  stamp: string;
  inode: string;
}

export interface Takes {
  /** The row of a file that has gone and had the same bytes: it was renamed. */
  renamed?(sha256: string): FileRow | undefined;
  /** The cover that a new book gets instead of that in its file. */
  cover?: Uint8Array | undefined;
  /** Called when the book has got it. */
  coverTaken?(): void;
}

/**
 * Makes a book of a file, or replaces that of its book if it was taken before.
 * @param row what is known of it; `state` is 'taking' until it was taken
 * @returns the row as it was stored; null when the file has to wait
 * @throws FolderProblem when there is no room; errors of disk and database
 */
export async function takeIn(
  look: Look,
  row: FileRow,
  file: FileState,
  takes: Takes = {},
): Promise<FileRow | null> {
  const { db } = look.services;
  const taken = await taking(look, row, file, takes).catch((error: unknown): FileRow | null => {
    if (error instanceof LeftOut) {
      const state = row.book_id === null ? 'left_out' : 'taken';
      return { ...row, ...file, state, reason: error.message };
    }
    if (error instanceof Unsettled || error instanceof AppError) return null;
    throw error;
  });
  if (taken !== null) await saveFileRow(db, taken);
  return taken;
}

async function taking(look: Look, row: FileRow, file: FileState, takes: Takes): Promise<FileRow> {
  const { services, folder, signal } = look;
  await using copy = await copyFile(services, folder.path, file);
  const renamed = row.book_id === null ? takes.renamed?.(copy.sha256) : undefined;
  if (renamed) return { ...renamed, ...file, source: row.source, state: 'taken' };
  const known = { ...row, ...file, sha256: copy.sha256, state: 'taken', reason: null } as const;
  // Awaited here, since the copy is removed at the end.
  if (row.book_id !== null) return await newerVersion(look, row, { ...known, book_id: row.book_id }, copy);
  // After a crash, the upload of the same file goes on.
  const isSame = row.path === file.path && row.stamp === file.stamp;
  const id = (isSame && row.upload_id) || randomUUID();
  await saveFileRow(services.db, { ...row, ...file, state: 'taking', upload_id: id });
  const upload = { id, userId: folder.user_id, filename: basename(file.path), replaces: null };
  const cover = givenCover(services.config, id);
  try {
    if (takes.cover) await writeFile(cover, takes.cover, { mode: 0o600 });
    const { book_id } = await uploadCopy(services, upload, copy, signal);
    // It is still there when the book was here before, or another process has read its file.
    if (takes.cover && !(await isThere(cover))) takes.coverTaken?.();
    return { ...known, upload_id: id, book_id };
  } finally {
    await rm(cover, { force: true });
  }
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Another work has the name of the file now: the book keeps its own, and the next look takes in the other one. */
async function forgetBook({ db }: FolderServices, row: FileRow, error: unknown): Promise<never> {
  if (!(error instanceof LeftOut) || error.code !== 'file_of_another_book') throw error;
  await saveFileRow(db, { ...row, state: 'taking', book_id: null, upload_id: null, sha256: null });
  throw new Unsettled(row.path);
}

/** The book gets the newer file, unless the reader has deleted it or given it another one. */
async function newerVersion(
  { services, folder, signal }: Look,
  before: FileRow,
  row: FileRow & { book_id: string },
  copy: CopiedFile,
): Promise<FileRow> {
  const book = await findRow(services.db, 'books', { id: row.book_id, user_id: folder.user_id }, ['sha256']);
  if (!book || book.sha256 === copy.sha256) return row;
  if (book.sha256 !== before.sha256) throw new LeftOut(reasons.otherFileHere);
  const id = randomUUID();
  const upload = { id, userId: folder.user_id, filename: basename(row.path), replaces: row.book_id };
  if (folder.kind === 'calibre') await uploadCopy(services, upload, copy, signal);
  else
    await uploadCopy(services, { ...upload, forBook: row.book_id }, copy, signal).catch((error: unknown) =>
      forgetBook(services, before, error),
    );
  return row;
}

/**
 * Adds a file to those of a book.
 * @param path below the folder
 * @returns false when it was left out; null when it has to wait
 * @throws FolderProblem when there is no room; errors of disk and database
 */
export async function addToBook(look: Look, bookId: string, path: string): Promise<boolean | null> {
  const { services, folder, signal } = look;
  try {
    await requireRoomForFiles(services.db, { id: bookId, user_id: folder.user_id }).catch(
      (error: unknown) => {
        throw error instanceof AppError ? new LeftOut(error.message) : error;
      },
    );
    const stamp = isInside(path) ? stampOf(await lstat(join(folder.path, path))) : '';
    await using copy = await copyFile(services, folder.path, { path, stamp });
    const upload = { id: randomUUID(), userId: folder.user_id, filename: basename(path), replaces: null };
    await uploadCopy(services, { ...upload, forBook: bookId }, copy, signal);
    return true;
  } catch (error) {
    if (error instanceof LeftOut || problemOf(error)?.message === problems.missing) return false;
    if (error instanceof Unsettled || error instanceof AppError) return null;
    throw error;
  }
}
