import type { CallRequest, CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { Loadable } from '@lectern/shared-contracts/contract/host.ts';
import type { HostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { isSamePayload, type StoredAction } from '../queue/index.ts';
import { Query, type QueryPorts } from './query.ts';
import { structuralSharing } from './structuralSharing.ts';

export interface ObserverPorts<K extends ReadKey> extends QueryPorts<K> {
  /** The waiting writes that change this read, oldest first; the same list until it has changed. */
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
      shown?.answer === answer.value && shown.actions === actions
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
