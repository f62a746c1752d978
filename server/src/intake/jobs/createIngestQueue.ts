import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../run/common/errors.ts';
import { type ErrorLog, runInBackground } from '../../run/common/runInBackground.ts';
import { storageFault } from '../../run/common/storageFault.ts';
import { FairQueue } from '../../run/scheduling/FairQueue.ts';
import type { UploadsTable } from '../../store/schema.ts';
import type { IngestQueue } from '../ingest/ingestQueue.ts';
import { workFolder } from '../staging/staging.ts';
import { IngestInterrupted, IngestPool, type PoolOptions } from './IngestPool.ts';
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
  /** Processes that are there already. */
  pool?: IngestPool | undefined;
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

type Upload = UploadsTable;

/** The upload while this process has claimed it. */
interface Claimed {
  upload: Upload | null;
}

class UploadQueue implements IngestQueue {
  readonly #services: IngestServices;
  readonly #pool: IngestPool;
  readonly #uploads: UploadRepository;
  readonly #ingest: UploadIngest;
  readonly #turns: FairQueue;
  /** Unfinished uploads of this process: those that wait, run, or pause before another attempt. */
  readonly #jobs = new Map<string, Promise<void>>();
  /** Ids of those that run. */
  readonly #running = new Set<string>();
  readonly #pauseAfter: (failures: number) => number;
  readonly #report: (message: string) => void;
  readonly #log: ErrorLog = {
    error: ({ err }, message) => this.#report(`${message}: ${String(err)}`),
  };
  #poll: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(services: IngestServices, options: QueueOptions) {
    this.#services = services;
    this.#pool = options.pool ?? new IngestPool(options);
    this.#uploads = new UploadRepository(services);
    this.#report = options.onTrouble;
    this.#ingest = new UploadIngest(services, this.#pool, this.#uploads, this.#log);
    this.#pauseAfter = options.pauseAfter ?? pauseAfter;
    // One more than there are processes: while one book is stored, the next one is read. The pool is fair between
    // users, so a user without a running upload need not wait for a place here.
    const total = this.#pool.size + 1;
    const waiting = Number.POSITIVE_INFINITY;
    this.#turns = new FairQueue({ total, perReader: total, reserve: maxConcurrent - total, waiting });
  }

  async resume(): Promise<void> {
    this.#enqueueAll(await this.#uploads.queued());
    if (this.#services.engine.shared) this.#poll = this.#checkOthersRegularly();
  }

  async #checkOthersRegularly(): Promise<void> {
    while (await this.#pause(pollIntervalMs)) {
      await this.#checkOthers().catch((error: unknown) => this.#report(`Other processes: ${String(error)}`));
    }
  }

  async #checkOthers(): Promise<void> {
    await this.#uploads.notifyAllExcept(this.#running);
    if (this.#running.size < this.#pool.size)
      this.#enqueueAll(await this.#uploads.queued({ orphaned: true }));
  }

  /** Delays those that may have crashed the server, so that users can work in between. */
  #enqueueAll(uploads: readonly QueuedUpload[]): void {
    for (const { id, user_id, attempts } of uploads) {
      const crashes = attempts - suspiciousAttempts;
      this.#add(id, user_id, crashes < 0 ? 0 : this.#pauseAfter(crashes + 1));
    }
  }

  prepare(): void {
    this.#pool.prepare();
  }

  enqueue(uploadId: string, userId: string): void {
    this.#add(uploadId, userId, 0);
  }

  finished(uploadId: string): Promise<UploadsTable> {
    return this.#uploads.finished(uploadId);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#poll;
    await this.#pool.stop();
    await Promise.all(this.#jobs.values());
    this.#uploads.abandon();
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** @returns whether the queue still runs afterwards */
  async #pause(milliseconds: number): Promise<boolean> {
    await wait(milliseconds, null, { signal: this.#stopping.signal, ref: false }).catch(() => {});
    return !this.#stopped;
  }

  #add(id: string, userId: string, pause: number): void {
    if (this.#stopped || this.#jobs.has(id)) return;
    const job = this.#finish(id, userId, pause)
      // Subscribers come last, when all work is done.
      .then(() => this.#uploads.notify(id))
      .catch((error: unknown) => this.#report(`Upload ${id}: ${String(error)}`))
      .finally(() => this.#jobs.delete(id));
    this.#jobs.set(id, job);
  }

  /** Tries again until the upload is a book, refused or deleted. */
  async #finish(id: string, userId: string, firstPause: number): Promise<void> {
    const claimed: Claimed = { upload: null };
    /** Failures in a row of the database, store or machine, and of our code. */
    let [outages, faults] = [0, 0];
    for (let pause = firstPause; !this.#stopped && (pause === 0 || (await this.#pause(pause))); ) {
      const failure = await this.#turns
        .run(userId, () => this.#attempt(id, claimed))
        .then(
          () => null,
          (error: unknown) => ({ error }),
        );
      if (failure === null) return;
      const { error } = failure;
      if (!(error instanceof IngestInterrupted)) this.#report(`Upload ${id}: ${String(error)}`);
      const isAway = claimed.upload === null || isOutage(error);
      pause = this.#pauseAfter(isAway ? ++outages : ++faults);
      if (claimed.upload && !isAway && faults >= maxAttempts)
        return this.#refuse(claimed.upload, new AppError('server_error'));
      await this.#putBack(id, claimed, error);
    }
  }

  /** Claims the upload and ingests it. */
  async #attempt(id: string, claimed: Claimed): Promise<void> {
    if (this.#stopped) throw new IngestInterrupted('stopped');
    this.#running.add(id);
    try {
      // An earlier attempt could not put it back. This has no effect when another process has claimed it.
      if (claimed.upload) await this.#uploads.putBack(claimed.upload, claimed.upload.attempts, null);
      claimed.upload = await this.#uploads.claim(id);
      if (claimed.upload) await this.#ingestClaimed(claimed.upload);
    } finally {
      this.#running.delete(id);
    }
  }

  async #ingestClaimed(upload: Upload): Promise<void> {
    const { id, attempts } = upload;
    const workDirOf = (attempt: number) => workFolder(this.#services.config, `${id}.${attempt}`);
    const workDir = workDirOf(attempts);
    const renewal = setInterval(() => {
      runInBackground(
        () => this.#uploads.renewLease(upload),
        this.#log,
        'The lease of an upload was not renewed',
      );
    }, leaseMilliseconds / 3);
    try {
      // Remove what attempts of crashed processes left behind.
      for (let attempt = attempts; attempt > 0; attempt--)
        await rm(workDirOf(attempt), { recursive: true, force: true });
      await mkdir(workDir, { recursive: true, mode: 0o700 });
      const { isLibrary } = await this.#ingest.run(upload, workDir);
      if (!isLibrary) await this.#services.staging.remove(id);
    } catch (error) {
      if (error instanceof AppError) return await this.#refuse(upload, error);
      if (!(error instanceof UploadGone)) throw error;
      // If another process has claimed it, the files belong to that process.
      if (await this.#uploads.isForgotten(upload)) await this.#ingest.removeFiles(upload);
    } finally {
      clearInterval(renewal);
      await rm(workDir, { recursive: true, force: true });
    }
  }

  /** Queues the upload again, and answers the requests that wait for it if the disk is full. */
  async #putBack(id: string, claimed: Claimed, error: unknown): Promise<void> {
    const fault = storageFault(error);
    const reason = fault && new AppError(fault);
    try {
      if (claimed.upload) {
        const attempts = claimed.upload.attempts - (this.#stopped ? 1 : 0);
        await this.#uploads.putBack(claimed.upload, attempts, reason);
      }
      claimed.upload = null;
    } catch (failure) {
      // The database is down: the next attempt puts it back.
      this.#report(`Upload ${id} could not be put back: ${String(failure)}`);
    }
    if (reason) this.#uploads.putOff(id, reason);
  }

  /** Files first: should the process die in between, the row still refers to them. */
  async #refuse(upload: Upload, error: AppError): Promise<void> {
    await this.#ingest.removeFiles(upload);
    await this.#uploads.refuse(upload, error);
  }
}

/** Error codes of PostgreSQL, SQLite and Node that are caused by the data or our code, so a retry would fail again. */
const permanentErrorCodes =
  /^((22|23|42|54)[0-9A-Z]{3}|SQLITE_(CONSTRAINT|TOOBIG|MISMATCH|RANGE|ERROR|MISUSE).*|ERR_.*)$/;

/**
 * Whether the database, the blob store or the machine has failed, as opposed to the book or our code. Such work is
 * retried until it succeeds. Errors of the system, the drivers and the S3 client have a code.
 */
function isOutage(error: unknown): boolean {
  if (error instanceof IngestInterrupted) return true;
  if (!(error instanceof Error)) return false;
  if ('$metadata' in error) return true;
  if ('code' in error && typeof error.code === 'string') return !permanentErrorCodes.test(error.code);
  // The PostgreSQL driver has no code for broken connections and connection timeouts.
  return error.name === 'TimeoutError' || /connection|timeout/i.test(error.message);
}
