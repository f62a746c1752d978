import type { TocEntry } from '@lectern/shared-contracts/api/books.ts';
import { decodeUri } from '@lectern/shared-contracts/domain/decodeUri.ts';

/** A flattened entry of the table of contents, with the title shown for a passage. */
export interface Chapter {
  target: number;
  href: string | null;
  fragment: string | null;
  title: string;
}

const onlyNumber = /^(chapter|book|part|section|kapitel|chapitre)?\s*[\dIVXLCDM]+[.:]?$/i;

/**
 * Flattens the table of contents in reading order. An entry that is only a number gets its parent's title: "Book One,
 * IV".
 */
export function flattenToc(toc: readonly TocEntry[]): Chapter[] {
  const chapters: Chapter[] = [];
  const visit = (entries: readonly TocEntry[], parent: string | null) => {
    for (const entry of entries) {
      const title =
        parent !== null && onlyNumber.test(entry.title) ? `${parent}, ${entry.title}` : entry.title;
      const hash = entry.href?.indexOf('#') ?? -1;
      const fragment = hash >= 0 ? decodeUri(entry.href?.slice(hash + 1) ?? '') : null;
      chapters.push({ target: entry.target, href: entry.href, fragment, title });
      visit(entry.children, title);
    }
  };
  visit(toc, null);
  return chapters;
}

/** Adds to each entry how much of its chapter is before it. @param fractions by address; none for the start */
export const withFractions = (
  toc: readonly TocEntry[],
  fractions: ReadonlyMap<string | null, number>,
): TocEntry[] =>
  toc.map((entry) => {
    const fraction = fractions.get(entry.href);
    const children = withFractions(entry.children, fractions);
    return { ...entry, ...(fraction ? { fraction } : {}), children };
  });
