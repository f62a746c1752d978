import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Selectable } from 'kysely';
import { BlobNotFound, blobKeys } from '../blobs/blobs.ts';
import { tryPendingBlobDeletes } from '../blobs/pendingBlobDeletes.ts';
import { partialMd5 } from '../books/digests.ts';
import { AppError } from '../common/errors.ts';
import { type ErrorLog, runInBackground } from '../common/runInBackground.ts';
import type { FileToRead, IngestQueue, UseOfBook } from '../ingest/ingestQueue.ts';
import { sniffFormat } from '../ingest/sniff.ts';
import { extraBytes, requireRoomForText } from '../quota/room.ts';
import { KeyedLock } from '../scheduling/KeyedLock.ts';
import { RoundRobin } from '../scheduling/RoundRobin.ts';
import { indexPassagesOf } from '../search/indexPassages.ts';
import type { Services } from '../services/services.ts';
import { workFolder } from '../staging/staging.ts';
import type { UploadsTable } from '../store/schema.ts';
import { IngestPool, type PoolOptions } from './IngestPool.ts';
import { IngestInterrupted } from './IngestProcess.ts';
import { isOutage } from './isOutage.ts';
import { claimPlaceholderBook } from './placeholderBook.ts';
import { quotesToFind } from './quotesToFind.ts';
import { bookToReplace } from './replaceFile.ts';
import { sha256File } from './sha256File.ts';
import { storeBook, UploadGone } from './storeBook.ts';
import { leaseMilliseconds, type QueuedUpload, UploadRepository } from './UploadRepository.ts';
import { keysFor, putFiles } from './uploadFiles.ts';

/** The services that the queue needs; `onBookAdded` is read for each book, so it may be set later. */
export type IngestServices = Pick<
  Services,
  'config' | 'db' | 'engine' | 'blobs' | 'staging' | 'now' | 'onBookAdded' | 'liveEvents'
>;

/** Maximum attempts when neither the file nor an outage is to blame. */
const maxAttempts = 3;
/** After this many crashes during this upload, it is suspected to cause them, and others go first. */
const suspiciousAttempts = 3;

/** Exponential backoff in milliseconds: 1 s, 2 s, 4 s … 60 s. */
const pauseAfter = (failures: number) => Math.min(60_000, 1_000 * 2 ** (failures - 1));

/** Maximum concurrent uploads. */
const maxConcurrent = 16;

/** How often, in milliseconds, to look for work that other processes have done or abandoned. */
const pollIntervalMs = 2_000;

export interface QueueOptions extends PoolOptions {
  /** Milliseconds before the next attempt after this many failures in a row. */
  pauseAfter?: (failures: number) => number;
}

/** Resumes the work of an earlier process, then waits for uploads. */
export async function createIngestQueue(
  services: IngestServices,
  options: Partial<QueueOptions> = {},
): Promise<IngestQueue> {
  const queue = new UploadQueue(services, {
    // Two, so that a slow book does not block others, and most of a larger machine remains for requests.
    size: Math.min(2, availableParallelism()),
    onTrouble: (message) => services.config.logLevel !== 'silent' && console.error(`[ingest] ${message}`),
    ...options,
  });
  await queue.resume();
  return queue;
}

type Upload = Selectable<UploadsTable>;

interface LocalFile {
  path: string;
  /** Staged file; null when an earlier attempt has moved it to the blobs. */
  staged: string | null;
  release(): Promise<void>;
}

interface FileFacts {
  format: Awaited<ReturnType<typeof sniffFormat>>;
  sha256: string;
  workDir: string;
}

class UploadQueue implements IngestQueue {
  readonly #services: IngestServices;
  readonly #pool: IngestPool;
  readonly #uploads: UploadRepository;
  readonly #waiting = new RoundRobin<string>();
  /** Ids of waiting uploads. */
  readonly #queued = new Set<string>();
  readonly #running = new Map<string, { userId: string; work: Promise<void> }>();
  /** By user and hash of the file: a second upload waits to see whether the first becomes a book. */
  readonly #filesInWork = new KeyedLock();
  readonly #retries = new Map<string, NodeJS.Timeout>();
  /** Consecutive failures by upload: outages (database, store, machine), and faults in our code. */
  readonly #outages = new Map<string, number>();
  readonly #faults = new Map<string, number>();
  readonly #pauseAfter: (failures: number) => number;
  readonly #report: (message: string) => void;
  readonly #log: ErrorLog = {
    error: ({ err }, message) => this.#report(`${message}: ${String(err)}`),
  };
  #pollTimer: NodeJS.Timeout | undefined;
  #poll: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(services: IngestServices, options: QueueOptions) {
    this.#services = services;
    this.#pool = new IngestPool(options);
    this.#uploads = new UploadRepository(services);
    this.#report = options.onTrouble;
    this.#pauseAfter = options.pauseAfter ?? pauseAfter;
  }

  async resume(): Promise<void> {
    for (const upload of await this.#uploads.unfinishedUploads()) this.#enqueueUnfinished(upload);
    if (this.#services.engine.shared) this.#scheduleCheck();
  }

  #scheduleCheck(): void {
    if (this.#stopped) return;
    this.#pollTimer = setTimeout(() => {
      this.#poll = this.#checkOthers()
        .catch((error: unknown) => this.#report(`Other processes: ${String(error)}`))
        .finally(() => this.#scheduleCheck());
    }, pollIntervalMs);
    this.#pollTimer.unref();
  }

  async #checkOthers(): Promise<void> {
    await this.#uploads.notifyAllExcept(this.#running);
    if (this.#waiting.size > 0 || this.#running.size >= this.#pool.size) return;
    for (const upload of await this.#uploads.orphanedUploads()) this.#enqueueUnfinished(upload);
  }

  /** Delays it: should this file crash the server again, users can work in between. */
  #enqueueUnfinished(upload: QueuedUpload): void {
    const crashes = upload.attempts - suspiciousAttempts;
    if (crashes < 0) this.enqueue(upload.id, upload.user_id);
    else this.#enqueueLater(upload, this.#pauseAfter(crashes + 1));
  }

  #enqueueLater({ id, user_id }: QueuedUpload, pause: number): void {
    if (this.#stopped || this.#retries.has(id)) return;
    const timer = setTimeout(() => {
      this.#retries.delete(id);
      runInBackground(
        async () => {
          // The previous attempt may still be cleaning up.
          await this.#running.get(id)?.work;
          this.enqueue(id, user_id);
        },
        this.#log,
        'An upload was not queued again',
      );
    }, pause);
    timer.unref();
    this.#retries.set(id, timer);
  }

  prepare(): void {
    if (!this.#stopped) this.#pool.prepare();
  }

  enqueue(uploadId: string, userId: string): void {
    if (this.#stopped || this.#queued.has(uploadId) || this.#running.has(uploadId)) return;
    this.#queued.add(uploadId);
    this.#waiting.add(userId, uploadId);
    this.#start();
  }

  finished(uploadId: string): Promise<UploadsTable> {
    return this.#uploads.finished(uploadId);
  }

  async read<Result>(file: FileToRead, use: UseOfBook<Result>): Promise<Result> {
    const workDir = workFolder(this.#services.config, randomUUID());
    try {
      await mkdir(workDir, { recursive: true, mode: 0o700 });
      const book = await this.#pool.run({
        ...file,
        workDir,
        fatal: new AppError('epub_unsafe'),
        progress: () => {},
      });
      return await use(book, workDir);
    } finally {
      await rm(workDir, { recursive: true, force: true });
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#pollTimer);
    for (const timer of this.#retries.values()) clearTimeout(timer);
    await this.#poll;
    await this.#pool.stop();
    await Promise.all([...this.#running.values()].map(({ work }) => work));
    this.#uploads.abandon();
  }

  #start(): void {
    while (!this.#stopped) {
      const next = this.#waiting.take((userId) => this.#canStart(userId));
      if (next === undefined) return;
      const { reader: userId, item: id } = next;
      this.#queued.delete(id);
      const work = this.#ingest(id)
        .catch((error: unknown) => this.#report(`Upload ${id}: ${String(error)}`))
        .finally(() => {
          this.#running.delete(id);
          this.#start();
        });
      this.#running.set(id, { userId, work });
    }
  }

  #canStart(userId: string): boolean {
    // One more than there are processes: while one book is stored, the next one is read.
    if (this.#running.size <= this.#pool.size) return true;
    // The pool is fair between users, so a user without a running upload need not wait for a place here.
    return (
      this.#running.size < maxConcurrent &&
      ![...this.#running.values()].some((running) => running.userId === userId)
    );
  }

  async #ingest(id: string): Promise<void> {
    const upload = await this.#uploads.claim(id);
    if (!upload) return;
    const workDirOf = (attempt: number) => workFolder(this.#services.config, `${id}.${attempt}`);
    const workDir = workDirOf(upload.attempts);
    const renewal = setInterval(() => {
      runInBackground(
        () => this.#uploads.renewLease(upload),
        this.#log,
        'The lease of an upload was not renewed',
      );
    }, leaseMilliseconds / 3);
    try {
      // Remove what attempts of crashed processes left behind.
      for (let attempt = upload.attempts; attempt > 0; attempt--)
        await rm(workDirOf(attempt), { recursive: true, force: true });
      await mkdir(workDir, { recursive: true, mode: 0o700 });
      await this.#becomeBook(upload, workDir);
      this.#forgetFailures(id);
      await this.#services.staging.remove(id);
    } catch (error) {
      await this.#handleFailure(upload, error);
    } finally {
      clearInterval(renewal);
      await rm(workDir, { recursive: true, force: true });
      // Notify subscribers last, when all work is done.
      await this.#uploads.notify(id);
    }
  }

  async #becomeBook(upload: Upload, workDir: string): Promise<void> {
    const file = await this.#fileOf(upload);
    try {
      const format = await sniffFormat(file.path);
      const sha256 = await sha256File(file.path);
      await this.#filesInWork.run(`${upload.user_id} ${sha256}`, async () => {
        if (await this.#uploads.finishAsDuplicate(upload, sha256)) return;
        await this.#readAndStore(upload, { ...file, format, sha256, workDir });
      });
    } finally {
      await file.release();
    }
  }

  async #readAndStore(
    upload: Upload,
    { path, staged, format, sha256, workDir }: LocalFile & FileFacts,
  ): Promise<void> {
    const { size } = await stat(path);
    const contentDigest = await partialMd5(path);
    const book = await bookToReplace(this.#services.db, upload);
    if (book && book.format !== format) throw new AppError('other_format');
    const { quotes, places } = book
      ? await quotesToFind(this.#services.db, book)
      : { quotes: [], places: new Map() };
    const ingested = await this.#pool.run({
      userId: upload.user_id,
      path,
      fileName: upload.filename,
      workDir,
      bytes: size,
      quotes,
      fatal: new AppError(format === 'epub' ? 'epub_unsafe' : 'pdf_broken'),
      progress: (share) => {
        runInBackground(
          () => this.#uploads.progress(upload, share),
          this.#log,
          'The progress of an upload was not kept',
        );
      },
    });
    await requireRoomForText(this.#services, upload.user_id, extraBytes(ingested, size));
    const placeholder = book ? null : await claimPlaceholderBook(this.#services, upload, ingested.metadata);
    const target = book ?? placeholder;
    await putFiles(this.#services.blobs, keysFor(upload, target), ingested, { workDir, staged });
    const replaced = book && { book, places };
    const stored = { upload, sha256, contentDigest, bytes: size, placeholder, replaced };
    await storeBook(this.#services, ingested, stored).catch(async (error) => {
      // Another replica may have stored the same file meanwhile.
      if (!(await this.#uploads.finishAsDuplicate(upload, sha256))) throw error;
      await this.#removeBlobs(upload, placeholder);
    });
    if (book) await tryPendingBlobDeletes(this.#services, this.#log);
    await indexPassagesOf(this.#services, target?.id ?? upload.id).catch((error: unknown) =>
      // It is done at the next start.
      this.#report(`The words of book ${upload.id} were not indexed: ${String(error)}`),
    );
  }

  /** The staged bytes, or the blob where an interrupted attempt has moved them. */
  async #fileOf(upload: Upload): Promise<LocalFile> {
    const staged = await this.#services.staging.local(upload.id);
    if (staged) return { ...staged, staged: staged.path };
    const local = await this.#services.blobs.local(keysFor(upload, null).original).catch((error: unknown) => {
      throw error instanceof BlobNotFound ? new AppError('upload_not_found') : error;
    });
    return { ...local, staged: null };
  }

  async #handleFailure(upload: Upload, error: unknown): Promise<void> {
    if (error instanceof UploadGone) {
      // If another process has claimed it, the files belong to that process.
      if (await this.#uploads.isForgotten(upload)) await this.#removeFiles(upload);
      return;
    }
    if (error instanceof AppError) return this.#refuse(upload, error);
    // Neither the file nor an outage is to blame.
    if (this.#stopped) return this.#uploads.putBack(upload, upload.attempts - 1);
    if (!(error instanceof IngestInterrupted)) this.#report(`Upload ${upload.id}: ${String(error)}`);
    const failures = isOutage(error) ? this.#outages : this.#faults;
    const count = (failures.get(upload.id) ?? 0) + 1;
    if (failures === this.#faults && count >= maxAttempts)
      return this.#refuse(upload, new AppError('server_error'));
    failures.set(upload.id, count);
    await this.#putBackAfter(upload, this.#pauseAfter(count));
  }

  /** When the database is down, the upload stays claimed and is put back as soon as possible. */
  async #putBackAfter(upload: Upload, pause: number): Promise<void> {
    try {
      await this.#uploads.putBack(upload, upload.attempts);
      this.#enqueueLater(upload, pause);
    } catch (error) {
      this.#report(`Upload ${upload.id} could not be put back: ${String(error)}`);
      if (this.#stopped || this.#retries.has(upload.id)) return;
      const timer = setTimeout(() => {
        this.#retries.delete(upload.id);
        runInBackground(() => this.#putBackAfter(upload, 0), this.#log, 'An upload could not be put back');
      }, pause);
      timer.unref();
      this.#retries.set(upload.id, timer);
    }
  }

  #forgetFailures(id: string): void {
    this.#outages.delete(id);
    this.#faults.delete(id);
  }

  /** Files first: should the process die in between, the row still refers to them. */
  async #refuse(upload: Upload, error: AppError): Promise<void> {
    await this.#removeFiles(upload);
    await this.#uploads.refuse(upload, error);
    this.#forgetFailures(upload.id);
  }

  async #removeFiles(upload: Upload): Promise<void> {
    const { db, staging } = this.#services;
    const { id } = upload;
    const row = await db.selectFrom('uploads').select('book_id').where('id', '=', id).executeTakeFirst();
    await this.#removeBlobs(upload, row?.book_id ? { id: row.book_id } : null);
    await staging.remove(id);
  }

  /** Removes the blobs of an attempt. A placeholder book keeps its covers; a book with a file keeps the file. */
  async #removeBlobs({ id, replaces }: Upload, placeholder: { id: string } | null): Promise<void> {
    const { blobs } = this.#services;
    if (replaces !== null) return blobs.removeAll(blobKeys.replacement(replaces, id));
    await blobs.removeAll(blobKeys.book(id));
    if (placeholder === null) return;
    await blobs.removeAll(blobKeys.pack({ ...placeholder, file_id: null }));
    await blobs.removeAll(blobKeys.original({ ...placeholder, file_id: null }));
  }
}
