import type { Selectable } from 'kysely';
import { AppError } from '../common/errors.ts';
import type { Services } from '../services/services.ts';
import type { UploadsTable } from '../store/schema.ts';

type Upload = Selectable<UploadsTable>;

/** Milliseconds for which an ingest is its process's own; renewed well before they are over. */
export const leaseMilliseconds = 15_000;
/** An upload that has been queued for so long was left by the process that took it in. */
const orphanedUploadTimeoutMs = 5_000;
/** So many of those are taken up in one go; the rest is for other processes, or for the next time. */
const mostAtOnce = 4;

/** An upload that waits to be read, and whose it is. */
export type QueuedUpload = Pick<Upload, 'id' | 'user_id' | 'attempts'>;

interface Waiter {
  resolve(upload: Upload): void;
  reject(error: Error): void;
}

/** The state of uploads in the database, and who waits to hear of it. */
export class UploadRepository {
  readonly #services: Pick<Services, 'db' | 'engine' | 'now'>;
  readonly #waiters = new Map<string, Waiter[]>();

  constructor(services: Pick<Services, 'db' | 'engine' | 'now'>) {
    this.#services = services;
  }

  /** Uploads that an earlier process did not get done in turns between readers; those it was at are queued again. */
  async leftBehind(): Promise<QueuedUpload[]> {
    await this.#requeue();
    return this.#queued();
  }

  /** The same of processes beside this one: what a dead one was at, and what none has come to for a while. */
  async leftByOthers(): Promise<QueuedUpload[]> {
    await this.#requeue();
    return this.#queued(new Date(this.#services.now().getTime() - orphanedUploadTimeoutMs));
  }

  async #requeue(): Promise<void> {
    const { db, engine } = this.#services;
    let orphans = db.updateTable('uploads').set({ state: 'queued' }).where('state', '=', 'ingesting');
    if (engine.shared) {
      orphans = orphans.where((eb) =>
        eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', this.#moment())]),
      );
    }
    await orphans.execute();
  }

  /** The first of each reader, then the second of each, and so on. */
  async #queued(before?: Date): Promise<QueuedUpload[]> {
    let rows = this.#services.db
      .selectFrom('uploads')
      .select(['id', 'user_id', 'attempts'])
      .select((eb) =>
        eb.fn
          .agg<number>('row_number')
          .over((over) => over.partitionBy('user_id').orderBy('created_at').orderBy('id'))
          .as('turn'),
      )
      .where('state', '=', 'queued');
    if (before) rows = rows.where('updated_at', '<', before.toISOString()).limit(mostAtOnce);
    return rows.orderBy('turn').orderBy('created_at').orderBy('id').execute();
  }

  /** Takes a queued upload in hand; null when it is none any more. */
  async claim(id: string): Promise<Upload | null> {
    const { db } = this.#services;
    const { numUpdatedRows } = await db
      .updateTable('uploads')
      .set((eb) => ({
        state: 'ingesting',
        attempts: eb('attempts', '+', 1),
        progress: 0,
        lease_until: this.#lease(),
        updated_at: this.#moment(),
      }))
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) {
      await this.tell(id);
      return null;
    }
    return db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }

  async progress(upload: Upload, share: number): Promise<void> {
    // Only a picture of how far it is.
    await this.#set(upload, { progress: Math.min(1, Math.max(0, share)) });
  }

  /** Done, when the reader has this very file already. @returns whether that was so */
  async finishAsDuplicate(upload: Upload, sha256: string): Promise<boolean> {
    const { db } = this.#services;
    const book = await db
      .selectFrom('books')
      .select('id')
      .where('user_id', '=', upload.user_id)
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    if (!book) return false;
    if (upload.replaces !== null && upload.replaces !== book.id) throw new AppError('file_of_another_book');
    await this.#set(upload, { state: 'done', progress: 1, book_id: book.id, duplicate: 1, error: null });
    return true;
  }

  async refuse(upload: Upload, error: AppError): Promise<void> {
    await this.#set(upload, { state: 'refused', error: JSON.stringify(error.toBody()) });
  }

  async putBack(upload: Upload, attempts: number): Promise<void> {
    await this.#set(upload, { state: 'queued', attempts });
  }

  /** For a process that is at it for longer than a lease lasts. */
  async renewLease(upload: Upload): Promise<void> {
    await this.#set(upload, { lease_until: this.#lease() });
  }

  /** Does nothing once this attempt is over, or another process has taken the upload up. */
  async #set(upload: Upload, change: Partial<Upload>): Promise<void> {
    await this.#services.db
      .updateTable('uploads')
      .set({ ...change, updated_at: this.#moment() })
      .where('id', '=', upload.id)
      .where('state', '=', 'ingesting')
      .where('attempts', '=', upload.attempts)
      .execute();
  }

  /** Whether nothing is known of this upload any more, so that its files are nobody's. */
  async isForgotten({ id }: Upload): Promise<boolean> {
    const { db } = this.#services;
    const row = await db.selectFrom('uploads').select('id').where('id', '=', id).executeTakeFirst();
    return row === undefined;
  }

  /** Tells of what other processes have done. */
  async tellAllBut(ours: ReadonlyMap<string, unknown>): Promise<void> {
    for (const id of [...this.#waiters.keys()]) if (!ours.has(id)) await this.tell(id);
  }

  /** Resolves with the row once it is done or refused; rejects when it is forgotten instead. */
  finished(id: string): Promise<Upload> {
    const { promise, resolve, reject } = Promise.withResolvers<Upload>();
    const waiters = this.#waiters.get(id) ?? [];
    waiters.push({ resolve, reject });
    this.#waiters.set(id, waiters);
    // It may have been done before anybody asked.
    this.tell(id).catch(reject);
    return promise;
  }

  /** Tells those who wait for an upload, if there is something to tell. */
  async tell(id: string): Promise<void> {
    if (!this.#waiters.has(id)) return;
    const row = await this.#services.db
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (row && row.state !== 'done' && row.state !== 'refused') return;
    const waiters = this.#waiters.get(id) ?? [];
    this.#waiters.delete(id);
    for (const { resolve, reject } of waiters) {
      if (row) resolve(row);
      else reject(new AppError('upload_not_found'));
    }
  }

  /** Nobody will be told any more. */
  abandon(): void {
    for (const waiters of this.#waiters.values()) {
      for (const { reject } of waiters) reject(new AppError('busy'));
    }
    this.#waiters.clear();
  }

  #lease(): string {
    return new Date(this.#services.now().getTime() + leaseMilliseconds).toISOString();
  }

  #moment(): string {
    return this.#services.now().toISOString();
  }
}
