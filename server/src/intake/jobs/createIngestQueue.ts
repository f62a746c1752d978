import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Selectable } from 'kysely';
import { AppError } from '../../run/common/errors.ts';
import { type ErrorLog, runInBackground } from '../../run/common/runInBackground.ts';
import { storageFault } from '../../run/common/storageFault.ts';
import { RoundRobin } from '../../run/scheduling/RoundRobin.ts';
import type { UploadsTable } from '../../store/schema.ts';
import type { FileToRead, IngestQueue, UseOfBook } from '../ingest/ingestQueue.ts';
import { unsafeEpub } from '../ingest/unsafeEpub.ts';
import { workFolder } from '../staging/staging.ts';
import { IngestPool, type PoolOptions } from './IngestPool.ts';
import { IngestInterrupted } from './IngestProcess.ts';
import { isOutage } from './isOutage.ts';
import { UploadGone } from './storeBook.ts';
import { type IngestServices, UploadIngest } from './UploadIngest.ts';
import { leaseMilliseconds, type QueuedUpload, UploadRepository } from './UploadRepository.ts';

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

class UploadQueue implements IngestQueue {
  readonly #services: IngestServices;
  readonly #pool: IngestPool;
  readonly #uploads: UploadRepository;
  readonly #ingest: UploadIngest;
  readonly #waiting = new RoundRobin<string>();
  /** Ids of waiting uploads. */
  readonly #queued = new Set<string>();
  readonly #running = new Map<string, { userId: string; work: Promise<void> }>();
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
    this.#ingest = new UploadIngest(services, this.#pool, this.#uploads, this.#log);
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

  finishedUnlessFull(uploadId: string): Promise<UploadsTable> {
    return this.#uploads.finished(uploadId, false);
  }

  async read<Result>(file: FileToRead, use: UseOfBook<Result>): Promise<Result> {
    const workDir = workFolder(this.#services.config, randomUUID());
    try {
      await mkdir(workDir, { recursive: true, mode: 0o700 });
      const book = await this.#pool.run({
        ...file,
        workDir,
        fatal: unsafeEpub('process'),
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
      const { userId, item: id } = next;
      this.#queued.delete(id);
      const work = this.#process(id, userId)
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

  async #process(id: string, userId: string): Promise<void> {
    const upload = await this.#uploads.claim(id).catch((error: unknown) => {
      this.#putOff(id, error);
      this.#enqueueLater({ id, user_id: userId, attempts: 0 }, this.#pauseAfter(this.#countOutage(id)));
      throw error;
    });
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
      await this.#ingest.run(upload, workDir);
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

  async #handleFailure(upload: Upload, error: unknown): Promise<void> {
    if (error instanceof UploadGone) {
      // If another process has claimed it, the files belong to that process.
      if (await this.#uploads.isForgotten(upload)) await this.#ingest.removeFiles(upload);
      return;
    }
    if (error instanceof AppError) return this.#refuse(upload, error);
    // Neither the file nor an outage is to blame.
    if (this.#stopped) return this.#uploads.putBack(upload, upload.attempts - 1);
    if (!(error instanceof IngestInterrupted)) this.#report(`Upload ${upload.id}: ${String(error)}`);
    const count = isOutage(error) ? this.#countOutage(upload.id) : (this.#faults.get(upload.id) ?? 0) + 1;
    if (!isOutage(error)) {
      if (count >= maxAttempts) return this.#refuse(upload, new AppError('server_error'));
      this.#faults.set(upload.id, count);
    }
    await this.#putBackAfter(upload, this.#pauseAfter(count), this.#putOff(upload.id, error));
  }

  #countOutage(id: string): number {
    const count = (this.#outages.get(id) ?? 0) + 1;
    this.#outages.set(id, count);
    return count;
  }

  /** Answers the requests that wait for it, if the disk is full. @returns their answer */
  #putOff(id: string, error: unknown): AppError | null {
    const fault = storageFault(error);
    if (fault === null) return null;
    const reason = new AppError(fault);
    this.#uploads.putOff(id, reason);
    return reason;
  }

  /** When the database is down, the upload stays claimed and is put back as soon as possible. */
  async #putBackAfter(upload: Upload, pause: number, reason: AppError | null): Promise<void> {
    try {
      await this.#uploads.putBack(upload, upload.attempts, reason);
      this.#enqueueLater(upload, pause);
    } catch (error) {
      this.#report(`Upload ${upload.id} could not be put back: ${String(error)}`);
      this.#putOff(upload.id, error);
      if (this.#stopped || this.#retries.has(upload.id)) return;
      const timer = setTimeout(() => {
        this.#retries.delete(upload.id);
        const next = this.#pauseAfter(this.#countOutage(upload.id));
        const work = () => this.#putBackAfter(upload, next, reason);
        runInBackground(work, this.#log, 'An upload could not be put back');
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
    await this.#ingest.removeFiles(upload);
    await this.#uploads.refuse(upload, error);
    this.#forgetFailures(upload.id);
  }
}
