import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { PdfAppearance } from '../../engine/appearance.ts';
import { type Edge, isEnd } from '../../engine/keys.ts';
import type { Place } from '../../engine/renderer.ts';

interface Pages {
  readonly currentPageNumber: number;
  readonly pagesCount: number;
  getPageView(index: number): { div: HTMLElement } | undefined;
}

/** The position of a reader who sees these pages. */
export function pdfPlace(
  pages: Pages,
  container: HTMLElement,
  layout: PdfAppearance['layout'],
  labels: readonly string[] | null = null,
): Place {
  const page = pages.currentPageNumber;
  const total = pages.pagesCount;
  const div = pages.getPageView(page - 1)?.div;
  const below = div ? (container.scrollTop - div.offsetTop) / Math.max(1, div.clientHeight) : 0;
  const fraction = Math.min(1, Math.max(0, Math.round(below * 1_000) / 1_000));
  const scrolledOut = container.scrollTop + container.clientHeight >= container.scrollHeight - 4;
  const lastShown = layout === 'two' && page > 1 ? page - (page % 2) + 1 : page;
  const atEnd = scrolledOut && (layout === 'continuous' || lastShown >= total);
  const locator = { page, ...(fraction > 0 ? { fraction } : {}) };
  return placeAt(locator, total, { atEnd, atTop: container.scrollTop <= 2, labels });
}

/** The position of a reader who has this place at the top of the window. */
export function placeAt(
  locator: Locator & { page: number },
  total: number,
  { atEnd, atTop, labels }: { atEnd: boolean; atTop: boolean; labels: readonly string[] | null },
): Place {
  const { page } = locator;
  return {
    locator,
    page: atEnd ? total : page,
    totalPages: total,
    percentage: atEnd ? 100 : percent(page, total),
    target: page,
    tocHref: null,
    wordsLeft: null,
    wordsShown: null,
    atStart: page === 1 && atTop,
    atEnd,
    atChapterEnd: false,
    label: labelOf(labels, atEnd ? total : page),
  };
}

/** A label equal to the number is ignored. */
function labelOf(labels: readonly string[] | null, page: number): string | null {
  const label = labels?.[page - 1]?.trim() ?? '';
  return label === '' || label === String(page) ? null : label;
}

/** Half of the current page counts as read: the first page is not 0 %, the last not 100 %. */
function percent(page: number, total: number): number {
  return total <= 0 ? 0 : Math.round(((page - 0.5) / total) * 10_000) / 100;
}

/** The first or last place of a PDF of so many pages. */
export const locatorOfEdge = (edge: Edge, totalPages: number): Locator =>
  isEnd(edge) ? { page: totalPages, fraction: 1 } : { page: 1 };
