import type { ChangeArea, Revisions } from '@lectern/shared-contracts/api/changes.ts';
import type { ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { NetworkState } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';

export interface ChangesPorts {
  /** `GET /changes` for this reader. */
  ask(userId: string): Promise<{ revisions: Revisions }>;
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

/** Milliseconds between two questions: a random value in this range, so that many pages do not ask together. */
const pause = { shortest: 25_000, longest: 30_000 };
/** A page that becomes visible again within this time, in milliseconds, does not ask again. */
const justAsked = 5_000;
/** Milliseconds from the start until the page listens, so that its first content is not delayed. */
const firstListen = 3_000;
/** Milliseconds until a page listens again after its stream ended: doubled with each stream that did not last. */
const listenAgain = { first: 2_000, longest: 120_000 };
/** A stream that has lasted for so many milliseconds has worked. */
const lasting = 60_000;

/** The reads that show something of an area. */
const readsOf: Record<ChangeArea, readonly ReadKey[]> = {
  books: ['GET /books', 'GET /books/:id'],
  places: [
    'GET /books/:id/progress',
    'GET /books/:id/places',
    'GET /books',
    'GET /books/:id',
    'GET /reading/days',
  ],
  highlights: ['GET /highlights', 'GET /books/:id/highlights'],
  bookmarks: ['GET /books/:id/bookmarks'],
  forms: ['GET /books/:id/form'],
  notes: ['GET /notes', 'GET /notes/:bookId'],
  collections: ['GET /collections'],
  sessions: ['GET /reading/sessions', 'GET /reading/days', 'GET /reading/sessions/:id/changes'],
  gamification: [
    'GET /api/gamification/stats',
    'GET /api/gamification/achievements',
    'GET /api/gamification/goals',
    'GET /api/gamification/history',
    'GET /api/gamification/settings',
    'GET /api/gamification/streak',
    'GET /api/gamification/week',
  ],
  profile: ['GET /auth/profile'],
  mentor: ['GET /mentor/conversations', 'GET /mentor/conversations/:id'],
  words: ['GET /words'],
};
const areas = Object.keys(readsOf) as ChangeArea[];

/**
 * Follows what other devices change while the page is visible and the server can be reached: it listens to the server's
 * events. While there is no stream, it asks when the page becomes visible, and every half a minute.
 * Only reads of areas that differ are fetched again. A hidden page neither listens nor asks.
 */
export function followChanges(ports: ChangesPorts): FollowedChanges {
  const {
    ask,
    listen,
    refresh,
    user,
    network,
    page = document,
    window: events = window,
    random = Math.random,
  } = ports;
  const now = ports.now ?? (() => performance.now());
  let known: { userId: string; revisions: Revisions } | null = null;
  let asking = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The stream; `works` once an event has come. */
  let stream: { abort: AbortController; works: boolean } | null = null;
  let listenTimer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  /** Areas that this page itself has raised since it sent the question that is on its way. */
  const raised = new Set<ChangeArea>();
  let writing = 0;
  /** Events that arrived while the page was writing. They may be about its own writes, so they wait for the answers. */
  let held: (() => void)[] = [];

  const mayAsk = () =>
    user.get() !== null && page.visibilityState === 'visible' && network.get() === 'online';

  function askLater(): void {
    clearTimeout(timer);
    if (!mayAsk() || stream?.works) return;
    const wait = pause.shortest + random() * (pause.longest - pause.shortest);
    timer = setTimeout(() => runInBackground(askNow()), wait);
  }

  async function askNow(): Promise<void> {
    const userId = user.get()?.id;
    if (userId === undefined || asking || !mayAsk()) return;
    asking = true;
    askedAt = now();
    raised.clear();
    askLater();
    // Without an answer, the next question will tell.
    const answer = await ask(userId).catch(() => null);
    asking = false;
    if (answer !== null && user.get()?.id === userId) takeAll(userId, answer.revisions);
  }

  function listenLater(wait: number): void {
    clearTimeout(listenTimer);
    listenTimer = setTimeout(() => runInBackground(listenNow()), wait);
  }

  async function listenNow(): Promise<void> {
    const userId = user.get()?.id;
    if (userId === undefined || stream !== null || !mayAsk()) return;
    const own = { abort: new AbortController(), works: false };
    stream = own;
    const openedAt = now();
    const onChanges = (revisions: Partial<Revisions>): void => {
      if (stream !== own) return;
      const isFirst = !own.works;
      own.works = true;
      clearTimeout(timer);
      const take = isFirst
        ? () => takeAll(userId, revisions as Revisions)
        : () => takeRaised(userId, revisions);
      if (writing > 0) held.push(take);
      else take();
    };
    await listen(userId, onChanges, own.abort.signal).catch(() => undefined);
    if (stream !== own) return;
    stream = null;
    failures = now() - openedAt >= lasting ? 0 : failures + 1;
    const longest = Math.min(listenAgain.longest, listenAgain.first * 2 ** failures);
    listenLater(longest * (0.5 + random() / 2));
    if (own.works) runInBackground(askNow());
  }

  function stop(): void {
    clearTimeout(timer);
    clearTimeout(listenTimer);
    const ended = stream;
    stream = null;
    held = [];
    ended?.abort.abort();
  }

  /** All revisions. One that is lower than before comes from a server that was restored from a backup. */
  function takeAll(userId: string, all: Revisions): void {
    const before = known?.userId === userId ? known.revisions : null;
    const revisions = { ...all };
    known = { userId, revisions };
    // The first answer is where the page starts; nothing is fetched again.
    if (before === null) return;
    const differing = areas.filter((area) => {
      if (raised.has(area)) revisions[area] = Math.max(revisions[area], before[area]);
      return revisions[area] !== before[area];
    });
    refreshAreas(differing);
  }

  function takeRaised(userId: string, some: Partial<Revisions>): void {
    if (known?.userId !== userId) return;
    const { revisions } = known;
    const higher = areas.filter((area) => (some[area] ?? 0) > revisions[area]);
    for (const area of higher) revisions[area] = some[area] ?? revisions[area];
    refreshAreas(higher);
  }

  function refreshAreas(changed: readonly ChangeArea[]): void {
    for (const key of new Set(changed.flatMap((area) => readsOf[area]))) refresh(key);
    if (changed.length > 0) ports.onChanged?.(changed);
  }

  const looked = (): void => {
    if (stream === null) listenLater(0);
    if (now() - askedAt < justAsked || stream?.works) askLater();
    else runInBackground(askNow());
  };

  return {
    start() {
      page.addEventListener('visibilitychange', () => {
        if (page.visibilityState === 'visible') looked();
        else stop();
      });
      events.addEventListener('focus', looked);
      network.subscribe(() => {
        if (network.get() === 'online') looked();
        else stop();
      });
      user.subscribe(() => {
        if (user.get()?.id === known?.userId) return;
        stop();
        listenLater(0);
        runInBackground(askNow());
      });
      listenLater(firstListen);
      runInBackground(askNow());
    },

    noteOwn(header) {
      if (known === null) return;
      for (const [, name = '', count] of header.matchAll(/(\w+)=(\d+)/g)) {
        const area = name as ChangeArea;
        // Otherwise another device has changed something in between that this page does not know yet.
        if (known.revisions[area] !== Number(count) - 1) continue;
        known.revisions[area] = Number(count);
        raised.add(area);
      }
    },

    noteWriting(count) {
      writing = count;
      if (writing === 0) for (const take of held.splice(0)) take();
    },
  };
}
