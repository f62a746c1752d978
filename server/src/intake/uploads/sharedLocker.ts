import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';
import type { Services } from '../../run/services/services.ts';

type Needs = Pick<Services, 'db' | 'now'>;

/** Milliseconds for which a lock is held; renewed well before it expires. */
const lease = 15_000;
/** Polling interval in milliseconds: for the holder to see whether to release, for others to see whether it did. */
const interval = 250;
/** Milliseconds after which waiting for a lock fails. */
const lockTimeoutMs = 30_000;
/** Requests of a process that may wait for one lock, since each asks the database four times a second. */
const maxWaiting = 3;

/**
 * Ensures that one request at a time writes to an upload, across processes: a hanging connection on one is asked to
 * release when the client comes back on another.
 */
export function sharedLocker(services: Needs): Locker {
  const waiting = new Map<string, number>();
  return { newLock: (uploadId) => new SharedLock(services, uploadId, waiting) };
}

class SharedLock implements Lock {
  readonly #services: Needs;
  readonly #uploadId: string;
  readonly #holder = randomUUID();
  /** Waiting requests by upload. */
  readonly #waiting: Map<string, number>;
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Needs, uploadId: string, waiting: Map<string, number>) {
    this.#services = services;
    this.#uploadId = uploadId;
    this.#waiting = waiting;
  }

  async lock(signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    if (!(await this.#tryToLock())) await this.#wait(signal);
    this.#renewRegularly(requestRelease);
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const others = this.#waiting.get(this.#uploadId) ?? 0;
    if (others >= maxWaiting) throw ERRORS.ERR_LOCK_TIMEOUT;
    this.#waiting.set(this.#uploadId, others + 1);
    try {
      const until = Date.now() + lockTimeoutMs;
      do {
        if (signal.aborted || Date.now() > until) throw ERRORS.ERR_LOCK_TIMEOUT;
        await this.#askForRelease();
        await wait(interval);
      } while (!(await this.#tryToLock()));
    } finally {
      const left = (this.#waiting.get(this.#uploadId) ?? 1) - 1;
      if (left > 0) this.#waiting.set(this.#uploadId, left);
      else this.#waiting.delete(this.#uploadId);
    }
  }

  async unlock(): Promise<void> {
    clearInterval(this.#timer);
    await this.#ofThisHolder(this.#services.db.deleteFrom('upload_locks')).execute();
  }

  async #tryToLock(): Promise<boolean> {
    const { db } = this.#services;
    const own = { holder: this.#holder, until: this.#timestamp(lease), release_requested: 0 };
    const row = await db
      .insertInto('upload_locks')
      .values({ upload_id: this.#uploadId, ...own })
      .onConflict((conflict) =>
        conflict.column('upload_id').doUpdateSet(own).where('upload_locks.until', '<', this.#timestamp()),
      )
      .returning('holder')
      .executeTakeFirst();
    return row?.holder === this.#holder;
  }

  async #askForRelease(): Promise<void> {
    await this.#services.db
      .updateTable('upload_locks')
      .set({ release_requested: 1 })
      .where('upload_id', '=', this.#uploadId)
      .execute();
  }

  #renewRegularly(requestRelease: RequestRelease): void {
    let isRequested = false;
    this.#timer = setInterval(() => {
      this.#renew().then(
        (isWanted) => {
          if (isWanted && !isRequested) {
            isRequested = true;
            return requestRelease();
          }
        },
        // When the database does not answer, the lease expires by itself.
        () => {},
      );
    }, interval);
    this.#timer.unref();
  }

  /** @returns whether another request waits for it */
  async #renew(): Promise<boolean> {
    const { db } = this.#services;
    const row = await this.#ofThisHolder(
      db.updateTable('upload_locks').set({ until: this.#timestamp(lease) }),
    )
      .returning('release_requested')
      .executeTakeFirst();
    return row === undefined || row.release_requested === 1;
  }

  #ofThisHolder<Query extends { where(column: 'upload_id' | 'holder', is: '=', value: string): Query }>(
    query: Query,
  ): Query {
    return query.where('upload_id', '=', this.#uploadId).where('holder', '=', this.#holder);
  }

  #timestamp(milliseconds = 0): string {
    return new Date(this.#services.now().getTime() + milliseconds).toISOString();
  }
}
