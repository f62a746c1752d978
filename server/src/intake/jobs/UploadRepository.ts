import { text } from '@lectern/shared-contracts/domain/text.ts';
import { shownFileNotes } from '../../library/books/fileNotes.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { findOwn } from '../../store/ownRows.ts';
import { findRow } from '../../store/rows.ts';
import type { UploadsTable } from '../../store/schema.ts';
import type { Purpose } from './purpose.ts';

type Upload = UploadsTable;

/** An ingest is leased to its process for this many milliseconds; renewed well before it expires. */
export const leaseMilliseconds = 15_000;
/** An upload that has been queued for this long was left by a dead process. */
const orphanedUploadTimeoutMs = 5_000;
/** How many orphaned uploads to claim at once; the rest is left to other processes or the next time. */
const maxClaimed = 4;

/** An upload in the queue, and its user. */
export type QueuedUpload = Pick<Upload, 'id' | 'user_id' | 'attempts'>;

const furtherFile = text('The book has this file already. Choose it under Files on the page of the book.');

interface Waiter {
  resolve(upload: Upload): void;
  reject(error: Error): void;
}

/** The state of uploads in the database, and subscribers that wait for a result. */
export class UploadRepository {
  readonly #services: Pick<Services, 'db' | 'engine' | 'now'>;
  readonly #waiters = new Map<string, Waiter[]>();

  constructor(services: Pick<Services, 'db' | 'engine' | 'now'>) {
    this.#services = services;
  }

  /**
   * Queued uploads: the first of each user, then the second of each, and so on. Those that ran in a dead process are
   * queued again.
   * @param orphaned only some that have been queued for a while, since other processes have their own
   */
  async queued({ orphaned = false } = {}): Promise<QueuedUpload[]> {
    const { db, engine, now } = this.#services;
    let left = db.updateTable('uploads').set({ state: 'queued' }).where('state', '=', 'ingesting');
    if (engine.shared) {
      left = left.where((eb) =>
        eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', this.#timestamp())]),
      );
    }
    await left.execute();
    let rows = db
      .selectFrom('uploads')
      .select(['id', 'user_id', 'attempts'])
      .select((eb) =>
        eb.fn
          .agg<number>('row_number')
          .over((over) => over.partitionBy('user_id').orderBy('created_at').orderBy('id'))
          .as('turn'),
      )
      .where('state', '=', 'queued');
    if (orphaned) {
      const before = new Date(now().getTime() - orphanedUploadTimeoutMs).toISOString();
      rows = rows.where('updated_at', '<', before).limit(maxClaimed);
    }
    return rows.orderBy('turn').orderBy('created_at').orderBy('id').execute();
  }

  /** Claims a queued upload; null when it is no longer queued. */
  async claim(id: string): Promise<Upload | null> {
    const { db } = this.#services;
    const { numUpdatedRows } = await db
      .updateTable('uploads')
      .set((eb) => ({
        state: 'ingesting',
        attempts: eb('attempts', '+', 1),
        progress: 0,
        error: null,
        lease_until: this.#lease(),
        updated_at: this.#timestamp(),
      }))
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) {
      await this.notify(id);
      return null;
    }
    return db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }

  async progress(upload: Upload, share: number): Promise<void> {
    // Progress is for display only.
    await this.#set(upload, { progress: Math.min(1, Math.max(0, share)) });
  }

  /**
   * Finishes an upload when the user already has the same file.
   * @returns whether that was the case
   */
  async finishAsDuplicate(upload: Upload, purpose: Purpose, sha256: string): Promise<boolean> {
    const { db } = this.#services;
    const read = await findRow(db, 'books', { user_id: upload.user_id, sha256 }, ['id', 'file_notes']);
    const further = await findRow(db, 'book_files', { user_id: upload.user_id, sha256 }, ['book_id']);
    const book = read ?? (further && { id: further.book_id, file_notes: null });
    if (!book) return false;
    const wanted = 'book' in purpose ? purpose.book.id : book.id;
    if (wanted !== book.id) throw new AppError('file_of_another_book');
    if (upload.replaces !== null && further) throw new AppError('file_of_another_book', furtherFile);
    // Replaced by itself, a PDF whose text was read in part is read again.
    if (upload.replaces !== null && shownFileNotes(book.file_notes).unread_pages) return false;
    await this.#set(upload, { state: 'done', progress: 1, book_id: book.id, duplicate: 1, error: null });
    return true;
  }

  /** Finishes an upload that is no book itself: a library, whose books follow. */
  async finishAsLibrary(upload: Upload): Promise<void> {
    await this.#set(upload, { state: 'done', progress: 1, error: null });
  }

  async refuse(upload: Upload, error: AppError): Promise<void> {
    await this.#set(upload, { state: 'refused', error: JSON.stringify(error.toBody()) });
  }

  /** @param reason what it waits for */
  async putBack(upload: Upload, attempts: number, reason: AppError | null): Promise<void> {
    const error = reason && JSON.stringify(reason.toBody());
    await this.#set(upload, { state: 'queued', attempts, error });
  }

  /** Answers the requests that wait for an upload which itself has to wait. */
  putOff(id: string, reason: AppError): void {
    for (const { reject } of this.#takeWaiters(id)) reject(reason);
  }

  #takeWaiters(id: string): Waiter[] {
    const waiters = this.#waiters.get(id) ?? [];
    this.#waiters.delete(id);
    return waiters;
  }

  /** Extends the lease while the ingest runs. */
  async renewLease(upload: Upload): Promise<void> {
    await this.#set(upload, { lease_until: this.#lease() });
  }

  /** Has no effect when this attempt is over or another process has claimed the upload. */
  async #set(upload: Upload, change: Partial<Upload>): Promise<void> {
    await this.#services.db
      .updateTable('uploads')
      .set({ ...change, updated_at: this.#timestamp() })
      .where('id', '=', upload.id)
      .where('state', '=', 'ingesting')
      .where('attempts', '=', upload.attempts)
      .execute();
  }

  /** Whether the upload was deleted, so that its files can be removed. */
  async isForgotten({ id, user_id }: Upload): Promise<boolean> {
    return (await findOwn(this.#services.db, 'uploads', user_id, id)) === undefined;
  }

  /** Notifies subscribers of uploads that other processes have finished. */
  async notifyAllExcept(ours: ReadonlySet<string>): Promise<void> {
    for (const id of [...this.#waiters.keys()]) if (!ours.has(id)) await this.notify(id);
  }

  /** Resolves with the row once it is done or refused; rejects when it is deleted, or waits for room on the disk. */
  finished(id: string): Promise<Upload> {
    const { promise, resolve, reject } = Promise.withResolvers<Upload>();
    const waiters = this.#waiters.get(id) ?? [];
    waiters.push({ resolve, reject });
    this.#waiters.set(id, waiters);
    // It may have finished before the subscription.
    this.notify(id).catch(reject);
    return promise;
  }

  /** Notifies subscribers if the upload has finished. */
  async notify(id: string): Promise<void> {
    if (!this.#waiters.has(id)) return;
    const row = await findRow(this.#services.db, 'uploads', { id });
    if (row && row.state !== 'done' && row.state !== 'refused') return;
    for (const { resolve, reject } of this.#takeWaiters(id)) {
      if (row) resolve(row);
      else reject(new AppError('upload_not_found'));
    }
  }

  /** Drops all subscribers. */
  abandon(): void {
    for (const id of [...this.#waiters.keys()]) this.putOff(id, new AppError('busy'));
  }

  #lease(): string {
    return new Date(this.#services.now().getTime() + leaseMilliseconds).toISOString();
  }

  #timestamp(): string {
    return this.#services.now().toISOString();
  }
}
