import type { Manifest, TocEntry } from '@lectern/shared-contracts/api/books.ts';
import { positionAt } from './positions.ts';

/** A table-of-contents entry with its depth. */
export interface ContentsEntry {
  entry: TocEntry;
  /** 0 for chapters, 1 for their children. */
  depth: number;
  /** One-based position or page at which it begins; 0 for an address. */
  page: number;
}

/** The flattened table of contents; entries without a target are left out, their children are kept. */
export function flattenContents({
  toc,
  spine,
  format,
}: Pick<Manifest, 'toc' | 'spine' | 'format'>): ContentsEntry[] {
  const flat: ContentsEntry[] = [];
  const visit = (entries: readonly TocEntry[], depth: number) => {
    for (const entry of entries) {
      const chapter = spine[entry.target];
      const page = format === 'pdf' ? entry.target : chapter && positionAt(chapter, entry.fraction ?? 0);
      if (page !== undefined && (page > 0 || entry.href !== null)) flat.push({ entry, depth, page });
      visit(entry.children, depth + 1);
    }
  };
  visit(toc, 0);
  return flat;
}

/**
 * Index of the current entry: the one named by the renderer, else the last that starts at or before the position; -1
 * for none.
 */
export function currentEntry(
  contents: readonly ContentsEntry[],
  place: { target: number; tocHref: string | null } | null,
): number {
  if (place === null) return -1;
  if (place.tocHref !== null) {
    const named = contents.findIndex(({ entry }) => entry.href === place.tocHref);
    if (named >= 0) return named;
  }
  let current = -1;
  for (const [index, { entry, page }] of contents.entries()) {
    const best = contents[current];
    if (page === 0) continue;
    if (entry.target <= place.target && (best === undefined || entry.target > best.entry.target))
      current = index;
  }
  return current;
}

/**
 * Slider marks where entries begin, to the depth that fits.
 */
export function chapterMarks(contents: readonly ContentsEntry[], most: number): number[] {
  let marks: number[] = [];
  for (let deepest = 0; deepest < 4; deepest++) {
    const pages = contents.flatMap(({ depth, page }) => (depth <= deepest && page > 0 ? page : []));
    const wider = [...new Set(pages)].sort((a, b) => a - b);
    if (wider.length > most) break;
    marks = wider;
  }
  return marks;
}
