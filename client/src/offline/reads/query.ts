import type { CallRequest, CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { Loadable } from '@lectern/shared-contracts/contract/host.ts';
import type { HostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { ApiError, apiTexts, asHostError } from '../../common/hostError.ts';
import { isSamePayload, type StoredAction } from '../queue/index.ts';

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

interface QueryListener {
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

interface ObserverPorts<K extends ReadKey> extends QueryPorts<K> {
  /** The waiting writes that change this read, oldest first. */
  waiting(): readonly StoredAction[];
  applyOptimistic(value: CallResponse<K>, actions: readonly StoredAction[]): CallResponse<K>;
  onUnwatched(): void;
}

/** A shown value, with the answer and the writes that it was made from. */
interface Shown<T> {
  answer: T;
  actions: readonly StoredAction[];
  value: T;
}

/** Shows one read with the waiting writes applied to it. */
export class QueryObserver<K extends ReadKey = ReadKey> {
  readonly query: Query<K>;
  readonly state: Readable<Loadable<CallResponse<K>>>;
  readonly #ports: ObserverPorts<K>;
  readonly #state = createWritable<Loadable<CallResponse<K>>>({ status: 'loading' });
  /** Payloads by id of writes that are part of the answer but may still be in the list of waiting writes. */
  readonly #applied = new Map<string, unknown>();
  #shown: Shown<CallResponse<K>> | null = null;
  #listeners = 0;

  constructor(ports: ObserverPorts<K>) {
    this.#ports = ports;
    this.query = new Query(ports, { changed: () => this.show(), isWatched: () => this.isWatched });
    this.state = { get: this.#state.get, subscribe: (listener) => this.#subscribe(listener) };
    this.show();
  }

  get key(): K {
    return this.query.key;
  }

  get isWatched(): boolean {
    return this.#listeners > 0;
  }

  /** Shows the answer with the writes that wait now. */
  show(): void {
    const { answer, error, isStale } = this.query;
    if (answer === null) {
      this.#shown = null;
      if (error !== null) this.#state.set({ status: 'error', error });
      return;
    }
    const actions = this.#ports.waiting();
    const shown = this.#shown;
    const value =
      shown?.answer === answer.value && areSame(shown.actions, actions)
        ? shown.value
        : this.#apply(answer.value, actions);
    const before = this.#state.get();
    const isSame = before.status === 'ready' && before.value === value && before.stale === isStale;
    if (isSame && (before as { error?: HostError }).error === (error ?? undefined)) return;
    this.#state.set({ status: 'ready', value, stale: isStale, ...(error ? { error } : {}) });
  }

  /**
   * Writes were accepted: they are part of the answer from now on.
   * @param applied the writes that `change` applies
   */
  commit(
    change: (value: CallResponse<K>, request: CallRequest<K>) => CallResponse<K>,
    applied: readonly StoredAction[],
  ): void {
    this.query.update(change);
    const { answer } = this.query;
    const shown = this.#shown;
    const payloads = new Map(applied.map(({ id, payload }) => [id, payload]));
    const areAllShown = shown?.actions.filter((action) => isIn(payloads, action)).length === payloads.size;
    if (answer !== null && shown !== null && areAllShown) {
      // Their effect is already on the screen.
      this.#shown = { ...shown, answer: answer.value };
      for (const [id, payload] of payloads) this.#applied.set(id, payload);
    }
    this.show();
  }

  #apply(answer: CallResponse<K>, actions: readonly StoredAction[]): CallResponse<K> {
    // Applied again, they would undo writes that were accepted after them.
    const waiting = actions.filter((action) => !isIn(this.#applied, action));
    const value = structuralSharing(this.#shown?.value, this.#ports.applyOptimistic(answer, waiting));
    this.#shown = { answer, actions, value };
    const ids = new Set(actions.map(({ id }) => id));
    for (const id of this.#applied.keys()) if (!ids.has(id)) this.#applied.delete(id);
    return value;
  }

  #subscribe(listener: () => void): () => void {
    this.#listeners += 1;
    const unsubscribe = this.#state.subscribe(listener);
    if (this.#listeners === 1) runInBackground(this.query.load());
    return () => {
      unsubscribe();
      this.#listeners -= 1;
      if (this.#listeners === 0) this.#ports.onUnwatched();
    };
  }
}

const isIn = (payloads: ReadonlyMap<string, unknown>, { id, payload }: StoredAction): boolean =>
  payloads.has(id) && isSamePayload(payloads.get(id), payload);

const areSame = (before: readonly StoredAction[], next: readonly StoredAction[]): boolean =>
  next.length === before.length &&
  next.every(({ id, payload }, index) => id === before[index]?.id && payload === before[index]?.payload);

/**
 * @returns `after`, in which every part that equals its part of `before` is that very object, so that React does not
 * render it again. Items of lists are matched by id: one more in front changes no other.
 */
export function structuralSharing<T>(before: unknown, after: T): T {
  if (Object.is(before, after)) return after;
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return after;
  if (Array.isArray(before) !== Array.isArray(after)) return after;
  return (Array.isArray(after) ? keepList(before as unknown[], after) : keepFields(before, after)) as T;
}

function keepFields(before: object, after: object): object {
  const old = before as Record<string, unknown>;
  const names = Object.keys(after);
  let same = names.length === Object.keys(before).length;
  const shared: Record<string, unknown> = {};
  for (const name of names) {
    const value = structuralSharing(old[name], (after as Record<string, unknown>)[name]);
    shared[name] = value;
    if (!(name in old) || !Object.is(value, old[name])) same = false;
  }
  return same ? before : shared;
}

function keepList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const byId = new Map(before.map((item) => [idOf(item), item]));
  const shared = after.map((item, index) => {
    const id = idOf(item);
    return structuralSharing(id === undefined ? before[index] : byId.get(id), item);
  });
  return shared.length === before.length && shared.every((item, index) => Object.is(item, before[index]))
    ? before
    : shared;
}

function idOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
}
