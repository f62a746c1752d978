import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { ContentsEntry } from '../engine/contents.ts';
import { percentageAt, placeOfPosition, positionAt } from '../engine/positions.ts';
import type { Place } from '../engine/renderer.ts';
import type { ChapterArrival, ChapterView } from './chapterView.ts';
import type { Chapters } from './content/chapters.ts';
import { fragmentOf } from './content/links.ts';
import { chapterOf } from './location/locate.ts';

export interface BookFacts {
  manifest: Manifest;
  chapters: Chapters;
  contents: readonly ContentsEntry[];
}

/**
 * Where a locator leads, which may have only a page. Null leads to the start of the book, and a chapter that the book
 * does not have, as after its file was replaced, to the page, or to the last chapter.
 */
export function destinationOf(
  locator: Locator | null,
  { manifest, chapters }: Pick<BookFacts, 'manifest' | 'chapters'>,
  flash = false,
): { index: number; arrival: ChapterArrival } {
  if (!locator) return { index: chapters.first(), arrival: { at: 'start' } };
  const chapter = chapterOf(locator);
  const last = manifest.spine.length - 1;
  if (chapter !== null && chapter >= 0 && chapter <= last)
    return { index: chapter, arrival: { at: 'locator', locator, flash } };
  const place = locator.page ? placeOfPosition(manifest.spine, locator.page) : null;
  const { spineIndex, fraction } = place ?? {
    spineIndex: chapter === null ? chapters.first() : last,
    fraction: 0,
  };
  // Its CFI is one of the other chapter.
  const { cfi: _, ...rest } = locator;
  const resolved = { ...rest, spine_index: spineIndex, fraction };
  return { index: spineIndex, arrival: { at: 'locator', locator: resolved, flash } };
}

/** The reading position of a view. */
export function placeOf(
  view: ChapterView,
  { manifest, chapters, contents }: BookFacts,
  paginated: boolean,
): Place {
  const item = manifest.spine[view.index];
  const { from, to } = view.fractions();
  const last = chapters.endsWith(view.index);
  const { paginator } = view;
  const atEnd = last && paginator.atEnd;
  const total = manifest.total_positions;
  const page = item ? positionAt(item, from) : 1;
  return {
    locator: { ...view.place(), page },
    page: atEnd ? total : page,
    totalPages: total,
    percentage: atEnd || !item ? 100 : percentageAt(item, from, total),
    target: view.index,
    tocHref: tocHref(view, contents),
    wordsLeft: item ? Math.round(item.words * (1 - from)) : null,
    wordsShown: item ? Math.round(item.words * Math.max(0, to - from)) : null,
    atStart: paginator.atStart && chapters.before(view.index) === null,
    atEnd,
    atChapterEnd: chapters.after(view.index) !== null && paginator.atEnd && !paginated,
    label: null,
  };
}

/** The last table-of-contents entry in this chapter at or before the top of the screen. */
function tocHref(view: ChapterView, contents: readonly ContentsEntry[]): string | null {
  const here = view.firstShown() + 1;
  let current: string | null = null;
  for (const { entry } of contents) {
    if (entry.target !== view.index || entry.href === null) continue;
    const fragment = fragmentOf(entry.href);
    const offset = fragment === '' ? 0 : view.offsetOfFragment(fragment);
    if (current === null || (offset !== null && offset <= here)) current = entry.href;
  }
  return current;
}
