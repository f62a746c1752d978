import type { CallRequest, CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { Loadable } from '@lectern/shared-contracts/contract/host.ts';
import type { HostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { ApiError, apiTexts, asHostError } from '../../api/hostError.ts';
import type { StoredAction } from '../queue/index.ts';
import { keepIdentity } from './keepIdentity.ts';

export interface Known<T> {
  value: T;
  /** Milliseconds since 1970. */
  fetchedAt: number;
}

export interface ReadPorts<K extends ReadKey> {
  key: K;
  request: CallRequest<K>;
  /** What is in memory already. */
  peek(): Known<CallResponse<K>> | null;
  /** What this browser keeps, cache first, then its own copies; null when there is nothing. */
  recall(): Promise<Known<CallResponse<K>> | null>;
  isFresh(fetchedAt: number): boolean;
  now(): number;
  /** Asks the server. `onPart` is told of a list that is not complete yet. */
  fetch(onPart: (part: CallResponse<K>) => void): Promise<CallResponse<K>>;
  keep(value: CallResponse<K>): void;
  forget(): void;
  /** The writes that change this read, oldest first; the same list until it has changed. */
  overlays(): readonly StoredAction[];
  layOver(value: CallResponse<K>, actions: readonly StoredAction[]): CallResponse<K>;
  offline(): boolean;
}

export interface WatchedRead<K extends ReadKey = ReadKey> {
  readonly key: K;
  state: Readable<Loadable<CallResponse<K>>>;
  /** How many listen. */
  listeners(): number;
  /** Shows what is known, and asks the server unless that is fresh. */
  load(): Promise<void>;
  /** Asks the server, now or once it can be reached. */
  fetch(): Promise<void>;
  /** The writes that wait have changed. */
  show(): void;
  /** Writes have gone through: what they do is part of the answer from now on. */
  commit(
    change: (value: CallResponse<K>, request: CallRequest<K>) => CallResponse<K>,
    ids: ReadonlySet<string>,
  ): void;
}

interface Shown<T> {
  /** What was laid over with what, and what came of it. */
  base: unknown;
  overlays: readonly StoredAction[];
  value: T;
}

/**
 * The writes that came after those that are shown, when nothing else has changed; null when it has.
 * @param carried ids that make no difference, whether they still wait or not
 */
function newOnes(
  before: readonly StoredAction[],
  after: readonly StoredAction[],
  carried: ReadonlySet<string>,
): readonly StoredAction[] | null {
  let next = 0;
  const skip = (): void => {
    while (next < after.length && carried.has(after[next]?.id ?? '')) next += 1;
  };
  for (const action of before) {
    if (carried.has(action.id)) continue;
    skip();
    const same = after[next];
    if (same?.id !== action.id || same.payload !== action.payload) return null;
    next += 1;
  }
  return after.slice(next).filter(({ id }) => !carried.has(id));
}

function forgetGone(carried: Set<string>, waiting: readonly StoredAction[]): void {
  if (carried.size === 0) return;
  const there = new Set(waiting.map(({ id }) => id));
  for (const id of carried) if (!there.has(id)) carried.delete(id);
}

/** One read of the reader's data, alive: stale first, then the server's answer, always with the waiting writes on top. */
export function createWatchedRead<K extends ReadKey>(
  ports: ReadPorts<K>,
  onUnwatched: () => void,
): WatchedRead<K> {
  let base = ports.peek();
  let stale = base === null || !ports.isFresh(base.fetchedAt);
  let error: HostError | null = null;
  let asking: Promise<void> | null = null;
  /** Somebody wants a newer answer than the one that is on its way. */
  let askedAgain = false;
  let loading: Promise<void> | null = null;
  /** What the browser keeps, and the writes that wait: nothing is shown before both are known. */
  let recalling: Promise<void> = Promise.resolve();
  /** Raised by every write that goes through: an answer asked for before that one is too old to be shown. */
  let epoch = 0;
  let shown: Shown<CallResponse<K>> | null = null;
  /** Writes that are part of `base` and may still be among those that wait: they are shown already. */
  const carried = new Set<string>();
  const state = createWritable<Loadable<CallResponse<K>>>({ status: 'loading' });
  let listeners = 0;
  show();

  function show(): void {
    if (base === null) {
      if (error !== null) state.set({ status: 'error', error });
      return;
    }
    const overlays = ports.overlays();
    if (shown === null || shown.base !== base.value || shown.overlays !== overlays) {
      const more = shown?.base === base.value ? newOnes(shown.overlays, overlays, carried) : null;
      const value =
        shown === null || more === null
          ? keepIdentity(shown?.value, ports.layOver(base.value, overlays))
          : ports.layOver(shown.value, more);
      shown = { base: base.value, overlays, value };
      forgetGone(carried, overlays);
    }
    const before = state.get();
    if (before.status === 'ready' && before.value === shown.value && before.stale === stale) return;
    state.set({ status: 'ready', value: shown.value, stale });
  }

  function failed(thrown: unknown): void {
    const reason = asHostError(thrown);
    if (reason.status === 404 || reason.status === 403 || reason.status === 410) {
      base = null;
      shown = null;
      ports.forget();
    }
    stale = true;
    error = reason.status === 0 ? new ApiError(apiTexts.notCached, 0, 'not_cached') : reason;
    show();
  }

  async function ask(): Promise<void> {
    const begun = epoch;
    askedAgain = false;
    let part: Known<CallResponse<K>> | null = null;
    try {
      if (ports.offline()) throw new ApiError(apiTexts.network, 0, 'network');
      let answered = false;
      const showPart = async (value: CallResponse<K>) => {
        await recalling;
        // A list that was complete is not replaced by the beginning of a newer one.
        if (base !== part || answered || epoch !== begun) return;
        part = { value, fetchedAt: 0 };
        base = part;
        show();
      };
      const answer = await ports.fetch((value) => runInBackground(showPart(value)));
      await recalling;
      answered = true;
      // Too old. With many that go through one after the other, asking at once would be in vain as often: whoever is
      // looked at is asked again when they are through (`fetchSoon`).
      if (epoch !== begun) return base !== null && listeners > 0 && !askedAgain ? undefined : await ask();
      base = { value: keepIdentity(base?.value, answer), fetchedAt: ports.now() };
      stale = false;
      error = null;
      ports.keep(base.value);
      show();
    } catch (thrown) {
      await recalling;
      failed(thrown);
    }
  }

  function fetch(): Promise<void> {
    askedAgain = asking !== null;
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  }

  async function recall(): Promise<void> {
    // A browser that cannot look into its own store still has the server.
    const kept = await ports.recall().catch(() => null);
    if (base !== null || kept === null) return;
    base = kept;
    stale = !ports.isFresh(kept.fetchedAt);
    show();
  }

  async function recallAndAsk(): Promise<void> {
    if (base === null) {
      recalling = recall();
      // The server is asked meanwhile: what is kept is as a rule from an earlier visit.
      if (!ports.offline()) runInBackground(fetch());
      await recalling;
    }
    if (base === null || !ports.isFresh(base.fetchedAt)) await fetch();
  }

  function load(): Promise<void> {
    loading ??= recallAndAsk().finally(() => {
      loading = null;
    });
    return loading;
  }

  return {
    key: ports.key,
    state: {
      get: state.get,
      subscribe(listener) {
        listeners += 1;
        const stop = state.subscribe(listener);
        if (listeners === 1) runInBackground(load());
        return () => {
          stop();
          listeners -= 1;
          if (listeners === 0) onUnwatched();
        };
      },
    },
    listeners: () => listeners,
    load,
    fetch,
    show,
    commit(change, ids) {
      epoch += 1;
      if (base !== null) base = { ...base, value: change(base.value, ports.request) };
      const onScreen = shown?.overlays.filter(({ id }) => ids.has(id)).length ?? 0;
      if (base !== null && shown !== null && onScreen === ids.size) {
        // With a thousand that wait, laying all of them anew for those that have gone takes seconds.
        shown = { ...shown, base: base.value };
        for (const id of ids) carried.add(id);
      }
      show();
    },
  };
}
