import type { ChangeArea, Revisions } from '@lectern/shared-contracts/api/changes.ts';
import type { ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { NetworkState } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';

export interface PollPorts {
  /** `GET /changes` for this reader. */
  ask(userId: string): Promise<{ revisions: Revisions }>;
  refresh(key: ReadKey): void;
  user: Readable<{ id: string } | null>;
  network: Readable<NetworkState>;
  page?: Pick<Document, 'addEventListener' | 'visibilityState'>;
  window?: Pick<Window, 'addEventListener'>;
  /** 0..1 */
  random?(): number;
  /** Milliseconds by a clock that nobody can set. */
  now?(): number;
}

export interface ChangesPoll {
  /** Begins to ask; call it once. */
  start(): void;
  /** Takes in what a write of this page has raised: the header `Lectern-Changes` of its answer. */
  noteOwn(header: string): void;
}

/** Milliseconds from one question to the next: at random between the two, so that many pages do not ask together. */
const pause = { shortest: 25_000, longest: 30_000 };
/** A page that is looked at again sooner than this, in milliseconds, has just asked. */
const justAsked = 5_000;

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
};

/**
 * Asks the server what other devices have changed: when the page is looked at, and every half a minute while it is
 * visible and the server can be reached. Only reads of areas that differ are asked for again.
 */
export function pollChanges(ports: PollPorts): ChangesPoll {
  const {
    ask,
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
  /** Areas that this page itself has raised since the question that is on its way was sent. */
  const raised = new Set<ChangeArea>();

  const mayAsk = () =>
    user.get() !== null && page.visibilityState === 'visible' && network.get() === 'online';

  function askLater(): void {
    clearTimeout(timer);
    if (!mayAsk()) return;
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
    // Without an answer there is the next question.
    const answer = await ask(userId).catch(() => null);
    asking = false;
    if (answer !== null && user.get()?.id === userId) take(userId, answer.revisions);
  }

  function take(userId: string, revisions: Revisions): void {
    const before = known?.userId === userId ? known.revisions : null;
    known = { userId, revisions };
    // The first answer is what the page began with.
    if (before === null) return;
    const stale = new Set<ReadKey>();
    for (const area of Object.keys(readsOf) as ChangeArea[]) {
      if (raised.has(area)) revisions[area] = Math.max(revisions[area], before[area]);
      if (revisions[area] !== before[area]) for (const key of readsOf[area]) stale.add(key);
    }
    for (const key of stale) refresh(key);
  }

  const looked = (): void => {
    if (now() - askedAt < justAsked) askLater();
    else runInBackground(askNow());
  };

  return {
    start() {
      page.addEventListener('visibilitychange', () => {
        if (page.visibilityState === 'visible') looked();
        else clearTimeout(timer);
      });
      events.addEventListener('focus', looked);
      network.subscribe(() => {
        if (network.get() === 'online') looked();
        else clearTimeout(timer);
      });
      user.subscribe(() => {
        if (user.get()?.id === known?.userId) return;
        clearTimeout(timer);
        runInBackground(askNow());
      });
      runInBackground(askNow());
    },

    noteOwn(header) {
      if (known === null) return;
      for (const [, name = '', count] of header.matchAll(/(\w+)=(\d+)/g)) {
        const area = name as ChangeArea;
        // Otherwise another device has changed something in between, which is not known here yet.
        if (known.revisions[area] !== Number(count) - 1) continue;
        known.revisions[area] = Number(count);
        raised.add(area);
      }
    },
  };
}
