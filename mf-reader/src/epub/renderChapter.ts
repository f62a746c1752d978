import { ChapterView } from './chapterView.ts';
import type { Frame } from './frame.ts';
import { paper, untilSized } from './layout/fixedPage.ts';
import type { Paginator } from './layout/paginator.ts';
import type { BookFacts } from './placeOf.ts';

export interface ChapterLook {
  /** Accessible name of a chapter without a title. */
  label: string;
  style: string;
  /** A page of fixed layout. */
  isFixed?: boolean;
  /** Changes the styled page before it is measured. */
  prepare?(page: Document): void;
  divide(page: Document): Paginator;
}

/** Renders a loaded chapter in a frame, which is removed when that fails. */
export async function renderChapter(
  frame: Frame,
  { chapters, manifest }: BookFacts,
  [index, chapter]: readonly [number, Document],
  { label, style, isFixed = false, prepare, divide }: ChapterLook,
): Promise<ChapterView> {
  const { title = null } = manifest.spine[index] ?? {};
  frame.element.title = title || label;
  if (isFixed) frame.element.style.background = paper;
  try {
    const page = await frame.fill(chapter, chapters.url(index), style, { isFixed });
    if (isFixed) await untilSized(page);
    prepare?.(page);
    return new ChapterView(frame, page, { index, cfiBase: chapters.section(index)?.cfiBase ?? '' }, divide);
  } catch (error) {
    frame.remove();
    throw error;
  }
}
