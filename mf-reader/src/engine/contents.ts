import type { Manifest, TocEntry } from '@lectern/shared-contracts/api/books.ts';

/** An entry of the contents with its place in the tree. */
export interface ContentsEntry {
  entry: TocEntry;
  /** 0 for chapters, 1 for what lies within them. */
  depth: number;
  /** One-based position or page at which its chapter begins. */
  page: number;
}

/** The contents in the order of reading; entries that point nowhere are left out, what lies within them is not. */
export function flattenContents({
  toc,
  spine,
  format,
}: Pick<Manifest, 'toc' | 'spine' | 'format'>): ContentsEntry[] {
  const flat: ContentsEntry[] = [];
  const visit = (entries: readonly TocEntry[], depth: number) => {
    for (const entry of entries) {
      const page = format === 'pdf' ? entry.target : spine[entry.target]?.first_position;
      if (page !== undefined && page > 0) flat.push({ entry, depth, page });
      visit(entry.children, depth + 1);
    }
  };
  visit(toc, 0);
  return flat;
}

/**
 * Which entry a reader is in: the one whose address the renderer has named, else the last that begins at or before.
 * -1 when none does.
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
  let found = -1;
  for (const [index, { entry }] of contents.entries()) {
    const best = contents[found];
    if (entry.target <= place.target && (best === undefined || entry.target > best.entry.target))
      found = index;
  }
  return found;
}

/**
 * Marks for the slider: where the parts of the book begin, as deep into its contents as there is room for them.
 */
export function chapterMarks(contents: readonly ContentsEntry[], most = 60): number[] {
  let marks: number[] = [];
  for (let deepest = 0; deepest < 4; deepest++) {
    const pages = contents.filter(({ depth }) => depth <= deepest).map(({ page }) => page);
    const wider = [...new Set(pages)].sort((a, b) => a - b);
    if (wider.length > most) break;
    marks = wider;
  }
  return marks;
}
