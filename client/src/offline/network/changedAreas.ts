import type { ChangeArea, Revisions } from '@lectern/shared-contracts/api/changes.ts';
import type { ReadKey } from '@lectern/shared-contracts/api/routes.ts';

/** What an area's things leave behind when they are deleted, or their texts are replaced. */
const bin = 'GET /bin';
const history = [bin, 'GET /versions/:kind/:id'] as const;

/** The reads that depend on an area. */
const readsOf: Record<ChangeArea, readonly ReadKey[]> = {
  books: [
    'GET /books',
    'GET /books/:id',
    'GET /books/:id/files',
    'GET /folders',
    'GET /folders/:id/files',
    ...history,
  ],
  places: [
    'GET /books/:id/progress',
    'GET /books/:id/places',
    'GET /books',
    'GET /books/:id',
    'GET /reading/days',
  ],
  highlights: ['GET /highlights', 'GET /books/:id/highlights', ...history],
  bookmarks: ['GET /books/:id/bookmarks', bin],
  forms: ['GET /books/:id/form'],
  notes: ['GET /notes', 'GET /notes/:bookId', ...history],
  collections: ['GET /collections', ...history],
  sessions: [
    'GET /readings',
    'GET /reading/sessions',
    'GET /reading/days',
    'GET /reading/sessions/:id/changes',
    ...history,
  ],
  gamification: [
    'GET /api/gamification/stats',
    'GET /api/gamification/achievements',
    'GET /api/gamification/goals',
    'GET /api/gamification/history',
    'GET /api/gamification/settings',
    'GET /api/gamification/streak',
    'GET /api/gamification/week',
    bin,
  ],
  profile: ['GET /auth/profile'],
  mentor: ['GET /mentor/conversations', 'GET /mentor/conversations/:id', bin],
  words: ['GET /words', bin],
  parts: ['GET /parts/:part/rows/:collection', ...history],
  bin: [bin],
};
const areas = Object.keys(readsOf) as ChangeArea[];

/**
 * The last known revision of each area. Reads of an area are fetched again when another device has raised it.
 * @param onChanged called after the reads of these areas have been fetched again
 */
export function createChangedAreas(
  refresh: (key: ReadKey) => void,
  onChanged: (areas: readonly ChangeArea[]) => void = () => {},
) {
  let last: { userId: string; revisions: Revisions } | null = null;
  /** Areas that this page has raised since it sent the pending request. */
  const raised = new Set<ChangeArea>();

  function refreshReads(changed: readonly ChangeArea[]): void {
    for (const key of new Set(changed.flatMap((area) => readsOf[area]))) refresh(key);
    if (changed.length > 0) onChanged(changed);
  }

  return {
    /** The reader whose revisions are known; undefined before the first answer. */
    userId: () => last?.userId,
    /** Call when all revisions are requested: what this page raises before the response is not news. */
    requestStarted: () => raised.clear(),
    /** All revisions. One that is lower than before comes from a server that was restored from a backup. */
    applyAll(userId: string, all: Revisions) {
      const before = last?.userId === userId ? last.revisions : null;
      const revisions = { ...all };
      last = { userId, revisions };
      // The first answer is where the page starts; nothing is fetched again.
      if (before === null) return;
      const differing = areas.filter((area) => {
        if (raised.has(area)) revisions[area] = Math.max(revisions[area], before[area]);
        return revisions[area] !== before[area];
      });
      refreshReads(differing);
    },
    /** Revisions that were raised. */
    applyRaised(userId: string, some: Partial<Revisions>) {
      if (last?.userId !== userId) return;
      const { revisions } = last;
      const higher = areas.filter((area) => (some[area] ?? 0) > revisions[area]);
      for (const area of higher) revisions[area] = some[area] ?? revisions[area];
      refreshReads(higher);
    },
    /** The revisions that a write of this page has raised: the header `Lectern-Changes` of its answer. */
    noteOwn(header: string) {
      if (last === null) return;
      for (const [, name = '', count] of header.matchAll(/(\w+)=(\d+)/g)) {
        const area = name as ChangeArea;
        // Otherwise another device has made a change in between that this page has not fetched yet.
        if (last.revisions[area] !== Number(count) - 1) continue;
        last.revisions[area] = Number(count);
        raised.add(area);
      }
    },
  };
}
