import { randomUUID } from 'node:crypto';
import { createWriteStream, type Stats } from 'node:fs';
import { type FileHandle, mkdir, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import { AppError, type ErrorCode, StartError } from '../../../run/common/errors.ts';
import { openRegularFile } from '../../../run/common/openRegularFile.ts';
import type { Services } from '../../../run/services/services.ts';
import { hashing } from '../../../store/blobs/sha256File.ts';
import type { UploadsTable } from '../../../store/schema.ts';
import { firstBytes, kindOf } from '../../ingest/fileKind.ts';
import { formatOfBytes, headBytes } from '../../ingest/formats/detectFormat.ts';
import { workFolder } from '../../staging/staging.ts';
import { forgetReceiving } from '../../uploads/ownUpload.ts';
import { beginUpload, completeUpload } from '../../uploads/receive.ts';
import { FolderProblem, reasons } from './problems.ts';

export type FolderServices = Pick<
  Services,
  | 'blobs'
  | 'config'
  | 'covers'
  | 'db'
  | 'engine'
  | 'ingest'
  | 'limits'
  | 'liveEvents'
  | 'now'
  | 'pause'
  | 'staging'
>;

/** A copy of a file of the folder, in the folder for work in progress. */
export interface CopiedFile extends AsyncDisposable {
  path: string;
  size: number;
  sha256: string;
}

/** Size and time of change: a file with the same ones is the same. */
export const stampOf = ({ size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>) => `${size}-${mtimeMs}`;

/** Whether a path leads to something below its folder. */
export const isInside = (path: string) =>
  path.length <= 1_000 &&
  !path.includes('\0') &&
  path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');

/** The file was left out, for the reason that the reader is told. */
export class LeftOut extends Error {
  readonly code: string;

  /** @param code of the refusal of its upload */
  constructor(reason: string, code = '') {
    super(reason);
    this.code = code;
  }
}
/** The file changed while it was copied: it is looked at again later. */
export class Unsettled extends Error {}

/**
 * Copies a file out of the folder, so that what is hashed, checked and stored is the same.
 * @throws LeftOut; Unsettled when it is no longer the file with this stamp; errors of the file system
 */
export async function copyFile(
  { config }: Pick<Services, 'config'>,
  folder: string,
  { path, stamp }: { path: string; stamp: string },
): Promise<CopiedFile> {
  if (!isInside(path)) throw new LeftOut(reasons.outside);
  const file = await openRegularFile(folder, path).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof StartError) throw new LeftOut(reasons.link);
    if (error.code === 'EACCES' || error.code === 'EPERM') throw new LeftOut(reasons.unreadable);
    throw error.code === 'ENOENT' ? new Unsettled(path) : error;
  });
  const copy = workFolder(config, randomUUID());
  const remove = () => rm(copy, { force: true });
  try {
    const { size } = await file.stat();
    if (size > config.maxUploadBytes) throw new LeftOut(new AppError('file_too_large').message);
    await refuseOtherKinds(file, path).catch((error: unknown) => {
      throw error instanceof AppError ? new LeftOut(error.message) : error;
    });
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    // No more than it has now, since it may grow without end.
    const { chunks, digest } = hashing(file.createReadStream({ autoClose: false, end: size - 1 }));
    await pipeline(chunks, createWriteStream(copy, { flags: 'wx', mode: 0o600 }));
    if (stampOf(await file.stat()) !== stamp) throw new Unsettled(path);
    return { path: copy, size, sha256: digest(), [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    await file.close();
  }
}

/** By its content, before it is copied: a folder may be full of films. */
async function refuseOtherKinds(file: FileHandle, path: string): Promise<void> {
  const head = await firstBytes(file, headBytes);
  if (kindOf(head) === 'other') formatOfBytes(head, basename(path));
}

/** Refusals that are not about the file: the folder stops until there is room. */
const stopping = new Set<string>([
  'quota_exceeded',
  'limit_reached',
  'storage_full',
  'storage_unwritable',
  'storage_damaged',
  'account_deleted',
] satisfies ErrorCode[]);
/** Refusals that pass by themselves. */
const passing = new Set<string>([
  'too_many_uploads',
  'too_many_requests',
  'too_many_at_once',
] satisfies ErrorCode[]);
const pauseMs = 500;

interface NewUpload {
  /** The same after a crash, so that the upload goes on. */
  id: string;
  userId: string;
  filename: string;
  /** The book whose file it replaces. */
  replaces: string | null;
  /** The same book, when only a file of the same work may replace its file. */
  forBook?: string | null;
}

/**
 * Uploads a copied file as a reader would, and waits until it is a book.
 * @returns the upload
 * @throws LeftOut when it cannot become a book; FolderProblem when there is no room; AppError when it has to wait
 */
export async function uploadCopy(
  services: FolderServices,
  { id, userId, filename, replaces, forBook = null }: NewUpload,
  copy: CopiedFile,
  signal: AbortSignal,
): Promise<UploadsTable> {
  const { db, staging } = services;
  try {
    if (await forgetReceiving(db, id)) {
      await staging.remove(id);
      const upload = { id, userId, filename, size: copy.size, replaces, forBook };
      await whenThereIsRoom(() => beginUpload(services, upload), services, signal);
      await staging.adopt(id, copy.path);
    }
    const upload = await completeUpload(services, id);
    if (upload.state === 'done') return upload;
    throw asOutcome(JSON.parse(upload.error ?? '{}') as Partial<ErrorBody>);
  } catch (error) {
    throw error instanceof AppError ? asOutcome(error.toBody(), error) : error;
  }
}

async function whenThereIsRoom(
  begin: () => Promise<void>,
  { pause }: Pick<Services, 'pause'>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      return await begin();
    } catch (error) {
      if (!(error instanceof AppError) || !passing.has(error.code) || signal.aborted) throw error;
      await pause(pauseMs);
    }
  }
}

/** What a refusal means for the folder. */
function asOutcome({ code = '', error = '' }: Partial<ErrorBody>, cause?: AppError): Error {
  if (stopping.has(code)) return new FolderProblem(error);
  if (cause && (passing.has(code) || code === 'busy' || code === 'conflict')) return cause;
  return new LeftOut(error, code);
}

const maxPictureBytes = 16 * 1024 * 1024;

/**
 * Reads a picture of the folder.
 * @param known the stamp of one that is known already
 * @returns null when there is none, it is too large, or it is known
 */
export async function readPicture(
  folder: string,
  path: string,
  known: string | null,
): Promise<{ bytes: Buffer; stamp: string } | null> {
  const file = isInside(path) ? await openRegularFile(folder, path).catch(() => null) : null;
  if (file === null) return null;
  try {
    const state = await file.stat();
    const stamp = stampOf(state);
    if (stamp === known || state.size > maxPictureBytes) return null;
    return { bytes: await file.readFile(), stamp };
  } finally {
    await file.close();
  }
}
