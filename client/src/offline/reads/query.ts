import type { CallRequest, CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { HostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { ApiError, apiTexts, asHostError } from '../../api/hostError.ts';
import { structuralSharing } from './structuralSharing.ts';

/** An answer of the server, without the writes that wait. */
export interface Answer<T> {
  value: T;
  /** When it was requested: milliseconds since 1970. */
  fetchedAt: number;
}

export interface QueryPorts<K extends ReadKey> {
  key: K;
  request: CallRequest<K>;
  /** The answer that is in memory already. */
  peek(): Answer<CallResponse<K>> | null;
  /** The answer that this browser keeps; null when there is none. */
  restore(): Promise<Answer<CallResponse<K>> | null>;
  isFresh(fetchedAt: number): boolean;
  now(): number;
  /** Fetches from the server. `onPart` is called with a list that is not complete yet. */
  fetch(onPart: (part: CallResponse<K>) => void): Promise<CallResponse<K>>;
  persist(value: CallResponse<K>): void;
  forget(): void;
  isOffline(): boolean;
}

export interface QueryListener {
  changed(): void;
  isWatched(): boolean;
}

/** Statuses of a resource that no longer exists, or not for this reader. */
const goneStatuses: ReadonlySet<number> = new Set([403, 404, 410]);

/** One read of the reader's data: first the stored answer, then the server's. */
export class Query<K extends ReadKey = ReadKey> {
  answer: Answer<CallResponse<K>> | null;
  isStale: boolean;
  error: HostError | null = null;
  readonly #ports: QueryPorts<K>;
  readonly #listener: QueryListener;
  /** Raised by every accepted write: an answer that was requested before is too old to be shown. */
  #epoch = 0;
  #loading: Promise<void> | null = null;
  /** Nothing is shown before the stored answer and the waiting writes are known. */
  #restoring: Promise<void> = Promise.resolve();
  #fetching: Promise<void> | null = null;
  /** A newer answer than the pending one is wanted. */
  #isRefetchWanted = false;

  constructor(ports: QueryPorts<K>, listener: QueryListener) {
    this.#ports = ports;
    this.#listener = listener;
    this.answer = ports.peek();
    this.isStale = this.answer === null || !ports.isFresh(this.answer.fetchedAt);
  }

  get key(): K {
    return this.#ports.key;
  }

  /** Shows the stored answer, and fetches a new one unless it is fresh. */
  load(): Promise<void> {
    this.#loading ??= this.#restoreAndFetch().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  /** Asks the server now. While an answer is on its way, asks again after it: that one may be too old. */
  fetch(): Promise<void> {
    this.#isRefetchWanted = this.#fetching !== null;
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = null;
    });
    return this.#fetching;
  }

  /** Writes were accepted: the answer includes their effect from now on. */
  update(change: (value: CallResponse<K>, request: CallRequest<K>) => CallResponse<K>): void {
    this.#epoch += 1;
    if (this.answer === null) return;
    this.answer = { ...this.answer, value: change(this.answer.value, this.#ports.request) };
  }

  async #restoreAndFetch(): Promise<void> {
    const { isFresh, isOffline } = this.#ports;
    if (this.answer === null) {
      this.#restoring = this.#restore();
      // The server is asked meanwhile, because the stored answer is usually from an earlier visit.
      if (!isOffline()) runInBackground(this.#fetching ?? this.fetch());
      await this.#restoring;
    }
    if (this.answer === null || !isFresh(this.answer.fetchedAt)) await (this.#fetching ?? this.fetch());
  }

  async #restore(): Promise<void> {
    // A browser that cannot read its own store still has the server.
    const stored = await this.#ports.restore().catch(() => null);
    if (this.answer !== null || stored === null) return;
    this.answer = stored;
    this.isStale = !this.#ports.isFresh(stored.fetchedAt);
    this.#listener.changed();
  }

  async #fetch(): Promise<void> {
    const epoch = this.#epoch;
    const requestedAt = this.#ports.now();
    this.#isRefetchWanted = false;
    let part: Answer<CallResponse<K>> | null = null;
    let isAnswered = false;
    const showPart = async (value: CallResponse<K>): Promise<void> => {
      await this.#restoring;
      // A list that was complete is not replaced by the beginning of a newer one.
      if (this.answer !== part || isAnswered || this.#epoch !== epoch) return;
      part = { value, fetchedAt: 0 };
      this.answer = part;
      this.#listener.changed();
    };
    try {
      if (this.#ports.isOffline()) throw new ApiError(apiTexts.network, 0, 'network');
      const value = await this.#ports.fetch((some) => runInBackground(showPart(some)));
      await this.#restoring;
      isAnswered = true;
      if (this.#epoch !== epoch) return await this.#fetchOutdated();
      this.#succeeded(value, requestedAt);
      if (this.#isRefetchWanted) await this.#fetch();
    } catch (thrown) {
      await this.#restoring;
      this.#failed(asHostError(thrown));
    }
  }

  /**
   * The answer is older than an accepted write. While many writes are sent, asking again at once would fail the same
   * way each time; a read that is on the screen is fetched again after them (QueryClient.commit).
   */
  async #fetchOutdated(): Promise<void> {
    if (this.answer !== null && this.#listener.isWatched() && !this.#isRefetchWanted) return;
    await this.#fetch();
  }

  #succeeded(value: CallResponse<K>, fetchedAt: number): void {
    this.answer = { value: structuralSharing(this.answer?.value, value), fetchedAt };
    this.isStale = false;
    this.error = null;
    this.#ports.persist(this.answer.value);
    this.#listener.changed();
  }

  #failed(error: HostError): void {
    if (goneStatuses.has(error.status)) {
      this.answer = null;
      this.#ports.forget();
    }
    this.isStale = true;
    this.error = error.status === 0 ? new ApiError(apiTexts.notCached, 0, 'not_cached') : error;
    this.#listener.changed();
  }
}
