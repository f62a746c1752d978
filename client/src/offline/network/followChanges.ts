import type { ChangeArea, Revisions } from '@lectern/shared-contracts/api/changes.ts';
import type { ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { NetworkState } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { createChangedAreas } from './changedAreas.ts';
import { createChangePolling } from './changePolling.ts';
import { createChangeStream } from './changeStream.ts';

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

export interface FollowedChanges {
  /** Starts to ask and to listen. Call it once. */
  start(): void;
  /** Call with the revisions that a write of this page has raised: the header `Lectern-Changes` of its answer. */
  noteOwn(header: string): void;
  /** Call with the number of writes of this page that are on their way. */
  noteWriting(count: number): void;
}

/** Milliseconds from the start until the page listens, so that its first content is not delayed. */
const firstListen = 3_000;

/**
 * Follows what other devices change while the page is visible and the server can be reached: it listens to the server's
 * events. While there is no stream, it polls when the page becomes visible, and every half a minute.
 * Only reads of areas that differ are fetched again. A hidden page neither listens nor polls.
 */
export function followChanges(ports: ChangesPorts): FollowedChanges {
  const { user, network, page = document, window: events = window, random = Math.random } = ports;
  const now = ports.now ?? (() => performance.now());
  const changed = createChangedAreas(ports.refresh, ports.onChanged);
  let writing = 0;
  /** Events that arrived while the page was writing. They may be about its own writes, so they wait for the answers. */
  let heldEvents: (() => void)[] = [];

  const mayRequest = () =>
    user.get() !== null && page.visibilityState === 'visible' && network.get() === 'online';
  const userId = () => user.get()?.id;

  const polling = createChangePolling({
    mayPoll: mayRequest,
    isNeeded: () => !stream.works(),
    random,
    now,
    async poll() {
      const reader = userId();
      if (reader === undefined) return;
      changed.requestStarted();
      // After a failure, the next poll will tell.
      const answer = await ports.fetchRevisions(reader).catch(() => null);
      if (answer !== null && userId() === reader) changed.applyAll(reader, answer.revisions);
    },
  });

  /** The reader of the stream that was opened last. */
  let listener = '';
  const stream = createChangeStream({
    mayListen: mayRequest,
    random,
    now,
    open(onEvent, signal) {
      listener = userId() ?? '';
      return ports.listen(listener, onEvent, signal);
    },
    onEvent(revisions, isFirst) {
      polling.stop();
      const reader = listener;
      const apply = isFirst
        ? () => changed.applyAll(reader, revisions as Revisions)
        : () => changed.applyRaised(reader, revisions);
      if (writing > 0) heldEvents.push(apply);
      else apply();
    },
    onLost: polling.pollNow,
  });

  function stop(): void {
    polling.stop();
    stream.stop();
    heldEvents = [];
  }

  function resume(): void {
    if (!stream.isOpen()) stream.listenLater(0);
    polling.pollSoon();
  }

  return {
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
        stream.listenLater(0);
        polling.pollNow();
      });
      stream.listenLater(firstListen);
      polling.pollNow();
    },
    noteOwn: changed.noteOwn,
    noteWriting(count) {
      writing = count;
      if (writing === 0) for (const apply of heldEvents.splice(0)) apply();
    },
  };
}
