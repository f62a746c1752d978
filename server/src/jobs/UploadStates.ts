import type { Selectable } from 'kysely';
import { AppError } from '../errors.ts';
import type { Services } from '../services.ts';
import type { UploadsTable } from '../store/schema.ts';

type Upload = Selectable<UploadsTable>;

interface Waiter {
  resolve(upload: Upload): void;
  reject(error: Error): void;
}

/** The state of uploads in the database, and who waits to hear of it. */
export class UploadStates {
  readonly #services: Pick<Services, 'db' | 'now'>;
  readonly #waiters = new Map<string, Waiter[]>();

  constructor(services: Pick<Services, 'db' | 'now'>) {
    this.#services = services;
  }

  /** Uploads that an earlier process did not get done, oldest first; those it was at are queued again. */
  async leftBehind(): Promise<string[]> {
    const { db } = this.#services;
    await db.updateTable('uploads').set({ state: 'queued' }).where('state', '=', 'ingesting').execute();
    const rows = await db
      .selectFrom('uploads')
      .select('id')
      .where('state', '=', 'queued')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
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
    await this.#services.db
      .updateTable('uploads')
      .set({ progress: Math.min(1, Math.max(0, share)), updated_at: this.#moment() })
      .where('id', '=', upload.id)
      .where('state', '=', 'ingesting')
      .execute()
      // Only a picture of how far it is.
      .catch(() => {});
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
    await this.#settle(upload, { state: 'done', progress: 1, book_id: book.id, duplicate: 1, error: null });
    return true;
  }

  async refuse(upload: Upload, error: AppError): Promise<void> {
    await this.#settle(upload, { state: 'refused', error: JSON.stringify(error.toBody()) });
  }

  async #settle(upload: Upload, change: Partial<Upload>): Promise<void> {
    await this.#services.db
      .updateTable('uploads')
      .set({ ...change, updated_at: this.#moment() })
      .where('id', '=', upload.id)
      .where('state', '=', 'ingesting')
      .execute();
  }

  async putBack(upload: Upload, attempts: number): Promise<void> {
    await this.#services.db
      .updateTable('uploads')
      .set({ state: 'queued', attempts, updated_at: this.#moment() })
      .where('id', '=', upload.id)
      .where('state', '=', 'ingesting')
      .execute();
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
      for (const { reject } of waiters) reject(new AppError('server_error'));
    }
    this.#waiters.clear();
  }

  #moment(): string {
    return this.#services.now().toISOString();
  }
}
