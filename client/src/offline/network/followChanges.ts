import type { ChangeArea, Revisions } from '@lectern/shared-contracts/api/changes.ts';
import type { ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { NetworkState } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { createChangedAreas } from './changedAreas.ts';

export interface ChangesPorts {
  /** `GET /changes` for this reader. */
  fetchRevisions(userId: string): Promise<{ revisions: Revisions }>;
  /**
   * `GET /events` for this reader, until the stream ends or the signal does.
   * @param onChanges takes the revisions of an event: the first time all of them, then those that were raised
   */
  listen(
    userId: string,
    onChanges: (revisions: Partial<Revisions>) => void,
    signal: AbortSignal,
  ): Promise<void>;
  refresh(key: ReadKey): void;
  /** Called after the reads of these areas have been fetched again. */
  onChanged?(areas: readonly ChangeArea[]): void;
  user: Readable<{ id: string } | null>;
  network: Readable<NetworkState>;
  page?: Pick<Document, 'addEventListener' | 'visibilityState'>;
  window?: Pick<Window, 'addEventListener'>;
  /** 0..1 */
  random?(): number;
  /** Milliseconds of a monotonic clock. */
  now?(): number;
}

/** Milliseconds from the start until the page listens, so that its first content is not delayed. */
const firstListen = 3_000;
/** Milliseconds until a stream that has ended is opened again: doubled with each stream that did not last. */
const reopenPauses = { first: 2_000, longest: 120_000 };
/** A stream that has lasted this long has worked. */
const minLifetimeMs = 60_000;
/** Milliseconds between two polls: a random value in this range, so that many pages do not poll at once. */
const pollPause = { shortest: 25_000, longest: 30_000 };
/** A page that becomes visible again within this time, in milliseconds, does not poll again. */
const minPollPauseMs = 5_000;

/**
 * Follows what other devices change while the page is visible and the server can be reached: it listens to the server's
 * events. While there is no stream, it polls when the page becomes visible, and every half a minute.
 * Only reads of areas that differ are fetched again. A hidden page neither listens nor polls.
 */
export function followChanges(ports: ChangesPorts) {
  const { user, network, page = document, window: events = window, random = Math.random } = ports;
  const now = ports.now ?? (() => performance.now());
  const changed = createChangedAreas(ports.refresh, ports.onChanged);
  let writing = 0;
  /** Events that arrived while the page was writing. They may be about its own writes, so they wait for the answers. */
  let heldEvents: (() => void)[] = [];
  /** `works`: it has delivered an event. */
  let stream: { abort: AbortController; works: boolean } | null = null;
  /** Streams in a row that did not last. */
  let failures = 0;
  let isPolling = false;
  let polledAt = Number.NEGATIVE_INFINITY;
  let listenTimer: ReturnType<typeof setTimeout> | undefined;
  let pollTimer: ReturnType<typeof setTimeout> | undefined;

  const userId = () => user.get()?.id;
  const mayRequest = () => page.visibilityState === 'visible' && network.get() === 'online';

  /** Opens a stream after so many milliseconds, unless there is one. */
  function listenLater(wait: number): void {
    clearTimeout(listenTimer);
    listenTimer = setTimeout(() => runInBackground(listen()), wait);
  }

  async function listen(): Promise<void> {
    const reader = userId();
    if (stream !== null || reader === undefined || !mayRequest()) return;
    const own = { abort: new AbortController(), works: false };
    stream = own;
    const openedAt = now();
    const onEvent = (revisions: Partial<Revisions>): void => {
      if (stream !== own) return;
      // The first event has all revisions, the others those that were raised.
      const apply = own.works
        ? () => changed.applyRaised(reader, revisions)
        : () => changed.applyAll(reader, revisions as Revisions);
      own.works = true;
      clearTimeout(pollTimer);
      if (writing > 0) heldEvents.push(apply);
      else apply();
    };
    await ports.listen(reader, onEvent, own.abort.signal).catch(() => undefined);
    if (stream !== own) return;
    stream = null;
    failures = now() - openedAt >= minLifetimeMs ? 0 : failures + 1;
    const pause = Math.min(reopenPauses.longest, reopenPauses.first * 2 ** failures);
    listenLater(pause * (0.5 + random() / 2));
    if (own.works) pollNow();
  }

  async function poll(): Promise<void> {
    const reader = userId();
    if (isPolling || reader === undefined || !mayRequest()) return;
    isPolling = true;
    polledAt = now();
    pollLater();
    changed.requestStarted();
    // After a failure, the next poll will tell.
    const answer = await ports.fetchRevisions(reader).catch(() => null);
    isPolling = false;
    if (answer !== null && userId() === reader) changed.applyAll(reader, answer.revisions);
  }

  function pollNow(): void {
    runInBackground(poll());
  }

  /** Polls later, unless a stream delivers events. */
  function pollLater(): void {
    clearTimeout(pollTimer);
    if (userId() === undefined || !mayRequest() || stream?.works) return;
    pollTimer = setTimeout(pollNow, pollPause.shortest + random() * (pollPause.longest - pollPause.shortest));
  }

  function stop(): void {
    clearTimeout(pollTimer);
    clearTimeout(listenTimer);
    const ended = stream;
    stream = null;
    ended?.abort.abort();
    heldEvents = [];
  }

  function resume(): void {
    if (stream === null) listenLater(0);
    if (now() - polledAt < minPollPauseMs || stream?.works) pollLater();
    else pollNow();
  }

  return {
    /** Starts to ask and to listen. Call it once. */
    start() {
      page.addEventListener('visibilitychange', () => {
        if (page.visibilityState === 'visible') resume();
        else stop();
      });
      events.addEventListener('focus', resume);
      network.subscribe(() => {
        if (network.get() === 'online') resume();
        else stop();
      });
      user.subscribe(() => {
        if (userId() === changed.userId()) return;
        stop();
        listenLater(0);
        pollNow();
      });
      listenLater(firstListen);
      pollNow();
    },
    /** Call with the revisions that a write of this page has raised: the header `Lectern-Changes` of its answer. */
    noteOwn: changed.noteOwn,
    /** Call with the number of writes of this page that are on their way. */
    noteWriting(count: number) {
      writing = count;
      if (writing === 0) for (const apply of heldEvents.splice(0)) apply();
    },
  };
}
