import type { Rendition } from '@lectern/shared-contracts/api/rendition.ts';
import type { PageSize } from './fixedPage.ts';

/** A fixed-layout page as its package describes it. */
export interface FixedPage {
  /** Spine index. */
  index: number;
  spread?: Rendition['spread'];
  side?: Rendition['side'];
}

/** A page in a spread; without a side it is centered. */
export interface PlacedPage {
  index: number;
  side: 'left' | 'right' | null;
}

/** Minimum width in CSS pixels for a spread, when the book leaves the choice to us. */
const minSpreadWidth = 900;

/** Whether a page may be part of a spread. */
function mayPair({ spread, side }: FixedPage, available: PageSize): boolean {
  if (side === 'center' || spread === 'none') return false;
  if (spread === 'both') return true;
  const landscape = available.width > available.height;
  return landscape && (spread === 'landscape' || available.width >= minSpreadWidth);
}

/**
 * The spread that contains a page. Sides are those of the package; otherwise pages alternate. The first page is a
 * cover and alone, unless the package specifies spreads or its side.
 * @param pages in reading order; null for a reflowable chapter, which ends a spread
 */
export function spreadOf(
  index: number,
  pages: readonly (FixedPage | null)[],
  available: PageSize,
  rtl: boolean,
): PlacedPage[] {
  const [first, second] = rtl ? (['right', 'left'] as const) : (['left', 'right'] as const);
  let spread: PlacedPage[] = [];
  const isInSpread = () => spread.some((page) => page.index === index);
  for (const [at, page] of pages.entries()) {
    const pairs = page !== null && mayPair(page, available);
    const isCover = at === 0 && page?.spread === undefined && pages[1]?.side !== second;
    const goesSecond = page?.side === second || (!page?.side && (spread.length === 1 || isCover));
    const joins = pairs && goesSecond && spread.length === 1 && spread[0]?.side === first;
    if (!joins) {
      if (isInSpread()) return withoutSideAlone(spread, pages);
      spread = [];
    }
    if (page !== null) spread.push({ index: page.index, side: pairs ? (goesSecond ? second : first) : null });
    // A page on the second side, or alone, ends its spread.
    if (!pairs || goesSecond) {
      if (isInSpread()) return withoutSideAlone(spread, pages);
      spread = [];
    }
  }
  return isInSpread() ? withoutSideAlone(spread, pages) : [{ index, side: null }];
}

/** Whether a page is single among spreads, such as the first one: it is as large as those beside others. */
export function isSingleOfSpreads(
  index: number,
  pages: readonly (FixedPage | null)[],
  available: PageSize,
): boolean {
  const pairs = pages.filter((page) => page !== null && mayPair(page, available));
  return pairs.length > 1 && pairs.some((page) => page?.index === index);
}

/** A single page is centered, unless the package specifies its side. */
function withoutSideAlone(spread: PlacedPage[], pages: readonly (FixedPage | null)[]): PlacedPage[] {
  const [only] = spread;
  if (spread.length !== 1 || !only) return spread;
  const givenSide = pages.find((page) => page?.index === only.index)?.side;
  return givenSide ? spread : [{ index: only.index, side: null }];
}
