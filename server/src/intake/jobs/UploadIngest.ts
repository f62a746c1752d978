import { copyFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DeviceDataServices, takeOverDeviceData } from '../../devices/webdav/takeOverDeviceData.ts';
import { refOf } from '../../library/books/bookFiles.ts';
import { partialMd5 } from '../../library/books/digests.ts';
import { removeLateFiles } from '../../library/books/removeLateFiles.ts';
import { AppError } from '../../run/common/errors.ts';
import { type ErrorLog, runInBackground } from '../../run/common/runInBackground.ts';
import { FairQueue } from '../../run/scheduling/FairQueue.ts';
import type { Services } from '../../run/services/services.ts';
import {
  BlobNotFound,
  type Blobs,
  blobKeys,
  type CoverSize,
  type LocalFile,
} from '../../store/blobs/blobs.ts';
import { tryPendingBlobDeletes } from '../../store/blobs/pendingBlobDeletes.ts';
import { sha256File } from '../../store/blobs/sha256File.ts';
import { indexPassagesOf } from '../../store/indexPassages.ts';
import type { UploadsTable } from '../../store/schema.ts';
import { receiveLibrary } from '../folders/zip/receiveLibrary.ts';
import { type FileKind, sniffFormat } from '../ingest/fileKind.ts';
import { givenCoverName, type IngestedBook } from '../ingest/ingestedBook.ts';
import { unsafeEpub } from '../ingest/limits.ts';
import { givenCover } from '../staging/staging.ts';
import { extraBytes, requireQuotaForText } from '../uploads/storageQuota.ts';
import type { IngestPool } from './IngestPool.ts';
import { claimPlaceholderBook } from './placeholderBook.ts';
import { type FileKeys, fileRefOf, keysFor, type Purpose, purposeOf, quotesFor } from './purpose.ts';
import { isSameWork } from './sameWork.ts';
import { storeBook } from './storeBook.ts';
import { storeFurtherFile } from './storeFurtherFile.ts';
import type { UploadRepository } from './UploadRepository.ts';

export type IngestServices = Pick<Services, 'blobs' | 'staging'> & DeviceDataServices;

type Upload = UploadsTable;

interface UploadedFile extends LocalFile {
  /** Staged file; null when an earlier attempt has moved it to the blobs. */
  staged: string | null;
}

interface FileFacts {
  kind: FileKind;
  sha256: string;
}

/** Turns the file of one upload into a book. When this happens is up to the queue (createIngestQueue.ts). */
export class UploadIngest {
  readonly #services: IngestServices;
  readonly #pool: IngestPool;
  readonly #uploads: UploadRepository;
  readonly #log: ErrorLog;
  /** By user and hash of the file: a second upload waits to see whether the first becomes a book. */
  readonly #filesBeingRead = new FairQueue({ perReader: 1, waiting: Number.POSITIVE_INFINITY });

  constructor(services: IngestServices, pool: IngestPool, uploads: UploadRepository, log: ErrorLog) {
    this.#services = services;
    this.#pool = pool;
    this.#uploads = uploads;
    this.#log = log;
  }

  /**
   * @returns whether it is a calibre library, which is taken in later
   * @throws AppError when the file cannot become a book; IngestInterrupted when it may be retried; UploadGone
   */
  async run(upload: Upload, workDir: string): Promise<{ isLibrary: boolean }> {
    const purpose = await purposeOf(this.#services.db, upload);
    await using file = await this.#fileOf(upload, purpose);
    const { path, staged } = file;
    const kind = await sniffFormat(path);
    if (kind === 'zip' && purpose.kind === 'book' && (await receiveLibrary(this.#services, upload, path))) {
      await this.#uploads.finishAsLibrary(upload);
      return { isLibrary: true };
    }
    const sha256 = await sha256File(path);
    await this.#filesBeingRead.run(`${upload.user_id} ${sha256}`, () =>
      this.#readAndStore(upload, purpose, { path, staged, kind, sha256 }, workDir),
    );
    return { isLibrary: false };
  }

  async #readAndStore(
    upload: Upload,
    purpose: Purpose,
    { path, staged, kind, sha256 }: Pick<UploadedFile, 'path' | 'staged'> & FileFacts,
    workDir: string,
  ): Promise<void> {
    const isStored = purpose.kind === 'choose' || purpose.kind === 'separate';
    if (!isStored && (await this.#uploads.finishAsDuplicate(upload, purpose, sha256))) return;
    // Both kinds of pages keep their marks by their words, but not each other's.
    if (purpose.kind === 'replace' && (purpose.book.format === 'pdf') !== (kind === 'pdf'))
      throw new AppError('other_format');
    const { size } = await stat(path);
    const contentDigest = await partialMd5(path);
    const { quotes, places } = await quotesFor(this.#services.db, purpose);
    const cover = givenCover(this.#services.config, upload.id);
    // Most uploads have none.
    await copyFile(cover, join(workDir, givenCoverName)).catch(() => {});
    const ingested = await this.#pool.run({
      userId: upload.user_id,
      path,
      fileName: upload.filename,
      workDir,
      bytes: size,
      quotes,
      fatal: fatalError(kind),
      progress: (share) => {
        runInBackground(
          () => this.#uploads.progress(upload, share),
          this.#log,
          'The progress of an upload was not kept',
        );
      },
    });
    const samples = quotes.filter(({ key }) => !places.has(key));
    if (purpose.kind === 'replace' && purpose.isSameWork && !isSameWork(purpose.book, ingested, samples))
      throw new AppError('file_of_another_book');
    if (purpose.kind !== 'add')
      await requireQuotaForText(this.#services, upload.user_id, extraBytes(ingested, size));
    const { placeholder, perhapsSameAs } =
      purpose.kind === 'book'
        ? await claimPlaceholderBook(this.#services, upload, ingested.metadata)
        : { placeholder: null, perhapsSameAs: null };
    const target = 'book' in purpose ? purpose.book : placeholder;
    const keys = keysFor(upload, purpose, placeholder);
    await putFiles(this.#services.blobs, keys, ingested, {
      workDir,
      staged: purpose.kind === 'separate' ? await copyInto(workDir, path) : staged,
    });
    const { coverVersion } = keys;
    const match = { placeholder, perhapsSameAs };
    const stored = { upload, purpose, sha256, contentDigest, bytes: size, coverVersion, ...match, places };
    try {
      if (purpose.kind === 'add') await storeFurtherFile(this.#services, ingested, { ...stored, purpose });
      else await storeBook(this.#services, ingested, stored);
    } catch (error) {
      if (target) await removeLateFiles(this.#services, target.id);
      // Another upload may have brought the same file meanwhile.
      if (isStored || !(await this.#uploads.finishAsDuplicate(upload, purpose, sha256))) throw error;
      return this.#removeBlobs(upload, placeholder);
    }
    await rm(cover, { force: true });
    const bookId = target?.id ?? upload.id;
    const { embedded } = ingested;
    // What devices say of a chosen file is in the book already.
    if (purpose.kind !== 'choose')
      await takeOverDeviceData(this.#services, { bookId, contentDigest, embedded }, this.#log);
    if (purpose.kind === 'add') return;
    if (purpose.kind !== 'book') await tryPendingBlobDeletes(this.#services, this.#log);
    await indexPassagesOf(this.#services, bookId).catch((err: unknown) =>
      // It is done at the next start.
      this.#log.error({ err }, `The words of book ${upload.id} were not indexed`),
    );
  }

  /** The staged bytes, or the blob: of a stored file, or where an interrupted attempt has moved them. */
  async #fileOf(upload: Upload, purpose: Purpose): Promise<UploadedFile> {
    const isStored = purpose.kind === 'choose' || purpose.kind === 'separate';
    const staged = isStored ? null : await this.#services.staging.local(upload.id);
    if (staged) return { ...staged, staged: staged.path };
    const ref = isStored ? refOf(purpose.file) : fileRefOf(upload, purpose);
    const local = await this.#services.blobs.local(blobKeys.original(ref)).catch((error: unknown) => {
      throw error instanceof BlobNotFound ? new AppError('upload_not_found') : error;
    });
    return { ...local, staged: null };
  }

  /** Removes the staged bytes of an upload and the blobs of its attempts. */
  async removeFiles(upload: Upload): Promise<void> {
    const { db, staging } = this.#services;
    const { id } = upload;
    const row = await db.selectFrom('uploads').select('book_id').where('id', '=', id).executeTakeFirst();
    await this.#removeBlobs(upload, row?.book_id ? { id: row.book_id } : null);
    await staging.remove(id);
  }

  /** Removes the blobs of an attempt. A placeholder book keeps its covers; a book with a file keeps its files. */
  async #removeBlobs(
    { id, replaces, for_book, chosen_file }: Upload,
    placeholder: { id: string } | null,
  ): Promise<void> {
    const { blobs } = this.#services;
    if (replaces !== null) {
      if (chosen_file === null) await blobs.removeAll(blobKeys.replacement(replaces, id));
      return;
    }
    await blobs.removeAll(blobKeys.book(id));
    if (for_book !== null) await blobs.removeAll(blobKeys.replacement(for_book, id));
    if (placeholder === null) return;
    await blobs.removeAll(blobKeys.pack({ ...placeholder, file_id: null }));
    await blobs.removeAll(blobKeys.original({ ...placeholder, file_id: null }));
  }
}

/** Why a file is left out that ends the process that reads it. */
function fatalError(kind: FileKind): AppError {
  if (kind === 'epub') return unsafeEpub('process');
  return new AppError(kind === 'pdf' ? 'pdf_broken' : 'book_unsafe');
}

/** A copy of a stored file, which stays where it is. */
async function copyInto(workDir: string, path: string): Promise<string> {
  const copy = join(workDir, 'original');
  await copyFile(path, copy);
  return copy;
}

/** @param staged the staged file; null when an earlier attempt has moved it to the blobs */
async function putFiles(
  blobs: Blobs,
  keys: FileKeys,
  { coverFiles, packFile }: IngestedBook,
  { workDir, staged }: { workDir: string; staged: string | null },
): Promise<void> {
  const covers = Object.entries(coverFiles) as [CoverSize, string][];
  const puts = covers.flatMap(([size, name]) =>
    keys.cover === null ? [] : blobs.putFile(keys.cover(size), join(workDir, name)),
  );
  if (packFile && keys.pack !== null) puts.push(blobs.putFile(keys.pack, join(workDir, packFile)));
  // Wait for all of them even when one fails, since the caller may remove them next.
  const failed = (await Promise.allSettled(puts)).find((put) => put.status === 'rejected');
  if (failed) throw failed.reason;
  // Last, because a retry looks for the staged file first.
  if (staged) await blobs.putFile(keys.original, staged);
}
