/** @jest-environment node */
import type { ChangeArea, Revisions } from '@lectern/shared-contracts/api/changes.ts';
import { routes } from '@lectern/shared-contracts/api/routes.ts';
import { createChangedAreas } from './changedAreas.ts';

const areas: readonly ChangeArea[] = [
  'books',
  'places',
  'highlights',
  'bookmarks',
  'forms',
  'notes',
  'collections',
  'sessions',
  'gamification',
  'profile',
  'mentor',
  'words',
  'bin',
];
const all = (more: Partial<Revisions> = {}, from = 5): Revisions => ({
  ...(Object.fromEntries(areas.map((area) => [area, from])) as unknown as Revisions),
  ...more,
});

function setUp() {
  const refreshed: string[] = [];
  const announced: (readonly ChangeArea[])[] = [];
  const changed = createChangedAreas(
    (key) => refreshed.push(key),
    (raised) => announced.push(raised),
  );
  /** Which areas the last step was about. */
  const news = () => announced.splice(0).flat();
  return { changed, refreshed, announced, news };
}

/** The first answer is known. */
function known() {
  const parts = setUp();
  parts.changed.applyAll('ada', all());
  return parts;
}

describe('[F-18] the areas that another device has changed', () => {
  it.each(areas)(
    '%s: existing reads are fetched again, each once, and then the area is announced',
    (area) => {
      const { changed, refreshed, news } = known();
      changed.applyRaised('ada', { [area]: 6 });
      expect(refreshed.length).toBeGreaterThan(0);
      expect(refreshed.filter((key) => !(key in routes))).toEqual([]);
      expect(new Set(refreshed).size).toBe(refreshed.length);
      expect(news()).toEqual([area]);
    },
  );

  it('a read of two areas is fetched once', () => {
    const { changed, refreshed } = known();
    changed.applyRaised('ada', { books: 6, places: 6 });
    expect(refreshed.filter((key) => key === 'GET /books')).toHaveLength(1);
    expect(refreshed).toContain('GET /books/:id/progress');
  });

  it('are none in the first answer for a reader', () => {
    const { changed, news } = setUp();
    expect(changed.userId()).toBeUndefined();
    changed.applyRaised('ada', { notes: 9 });
    changed.noteOwn('notes=1');
    changed.applyAll('ada', all());
    expect([changed.userId(), news()]).toEqual(['ada', []]);
    changed.applyAll('eve', all({ notes: 7 }));
    expect([changed.userId(), news()]).toEqual(['eve', []]);
    changed.applyRaised('ada', { notes: 9 });
    expect(news()).toEqual([]);
  });

  it('are those whose revision differs, also a lower one, after a backup was restored', () => {
    const { changed, news, announced } = known();
    changed.applyAll('ada', all({ notes: 6, words: 4 }));
    expect(news()).toEqual(['notes', 'words']);
    changed.applyAll('ada', all({ notes: 6, words: 4 }));
    expect(announced).toEqual([]);
  });

  it('are those that an event has raised', () => {
    const { changed, news } = known();
    changed.applyRaised('ada', { notes: 5, words: 4 });
    expect(news()).toEqual([]);
    changed.applyRaised('ada', { notes: 6 });
    expect(news()).toEqual(['notes']);
    changed.applyAll('ada', all({ notes: 6 }));
    expect(news()).toEqual([]);
  });

  it('are not those that this page has raised, unless another device wrote in between', () => {
    const { changed, news } = known();
    changed.noteOwn('notes=6, words=12');
    changed.applyAll('ada', all({ notes: 6, words: 12 }));
    expect(news()).toEqual(['words']);
  });

  it('are not those that this page raises while the question is on its way', () => {
    const { changed, news } = known();
    changed.requestStarted();
    changed.noteOwn('notes=6');
    changed.applyAll('ada', all());
    expect(news()).toEqual([]);
    // What was answered then is still older than the write.
    changed.applyRaised('ada', { notes: 6 });
    expect(news()).toEqual([]);
    changed.requestStarted();
    changed.applyAll('ada', all());
    expect(news()).toEqual(['notes']);
  });
});
