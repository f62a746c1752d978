import { AppError } from '../../../../run/common/errors.ts';
import { limits } from '../../limits.ts';
import { cleanLine } from '../../plainText.ts';
import type { ContentsEntry } from '../publication/publication.ts';
import { readIndex } from './indexTable.ts';
import type { MobiBook } from './mobiBook.ts';

export interface ListedEntry {
  title: string;
  /** In the text of the older format. */
  offset: number;
  /** In KF8: fragment, and offset in it. */
  fragment: { index: number; offset: number } | null;
  level: number;
}

/** The index that lists the chapters; empty when there is none, or it is damaged: then headings are the contents. */
export function readContentsIndex({ file, header, start }: MobiBook): ListedEntry[] {
  if (header.contents === null) return [];
  try {
    const index = readIndex(header.contents, (at) => file.record(start + at), header.encoding);
    return index.entries.slice(0, limits.tocEntries).map(({ tags }) => {
      const [fragment, offset] = tags.get(6) ?? [];
      return {
        title: cleanLine(index.text(tags.get(3)?.[0]), 300),
        offset: tags.get(1)?.[0] ?? -1,
        fragment: fragment === undefined ? null : { index: fragment, offset: offset ?? 0 },
        level: Math.min(tags.get(4)?.[0] ?? 0, limits.tocDepth),
      };
    });
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/**
 * Entries of one level after another as a tree: the index lists all of a level, then those below them.
 * @param addressOf null for an entry that leads nowhere
 */
export function contentsTree(
  listed: readonly ListedEntry[],
  addressOf: (entry: ListedEntry) => string | null,
): ContentsEntry[] {
  const top: ContentsEntry[] = [];
  const above: { level: number; entry: ContentsEntry }[] = [];
  for (const each of inOrder(listed)) {
    const address = addressOf(each);
    if (address === null || each.title === '') continue;
    const entry: ContentsEntry = { title: each.title, address, children: [] };
    while (above.length > 0 && (above.at(-1)?.level ?? 0) >= each.level) above.pop();
    (above.at(-1)?.entry.children ?? top).push(entry);
    above.push({ level: each.level, entry });
  }
  return top;
}

/** By their place in the text; of those at one place, a higher level first. */
const inOrder = (listed: readonly ListedEntry[]) =>
  listed.toSorted((a, b) => placeOf(a) - placeOf(b) || a.level - b.level);

const placeOf = ({ offset, fragment }: ListedEntry) =>
  fragment === null ? offset : fragment.index * 0x100000000 + fragment.offset;
