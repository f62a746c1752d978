import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import type { Entry } from './entries.ts';

export interface EntryFilter {
  query: string;
  kind: 'all' | 'note' | 'highlight';
  bookId: string | null;
  tag: string | null;
  color: string | null;
}

export const noFilter: EntryFilter = { query: '', kind: 'all', bookId: null, tag: null, color: null };

/** Predicate: every word of the query occurs in the entry. */
export function filterEntries(entries: readonly Entry[], filter: EntryFilter): Entry[] {
  const words = foldText(filter.query).split(/\s+/).filter(Boolean);
  return entries.filter(
    (entry) =>
      (filter.kind === 'all' || entry.kind === filter.kind) &&
      (filter.bookId === null || entry.bookId === filter.bookId) &&
      (filter.tag === null || entry.tags.includes(filter.tag)) &&
      (filter.color === null || entry.color === filter.color) &&
      (words.length === 0 || words.every((word) => wordsOf(entry).includes(word))),
  );
}

function wordsOf({ title, quote, thought, bookTitle, author, tags }: Entry): string {
  return foldText([title, quote, thought, bookTitle, author, ...tags].filter(Boolean).join(' '));
}

/** Tags with their counts, most frequent first. */
export function tagCounts(entries: readonly Entry[]): { tag: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { tags } of entries) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag));
}
