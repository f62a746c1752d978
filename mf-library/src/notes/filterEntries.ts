import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import type { Day } from '../statistics/days.ts';
import type { Entry } from './entries.ts';

export interface EntryFilter {
  query: string;
  kind: 'all' | 'note' | 'highlight';
  bookId: string | null;
  tag: string | null;
  color: string | null;
  /** First and last local day; null without a limit. */
  from: Day | null;
  to: Day | null;
}

export const noFilter: EntryFilter = {
  query: '',
  kind: 'all',
  bookId: null,
  tag: null,
  color: null,
  from: null,
  to: null,
};

/** Predicate: every word of the query occurs in the entry. */
export function filterEntries(entries: readonly Entry[], filter: EntryFilter): Entry[] {
  const words = foldText(filter.query).split(/\s+/).filter(Boolean);
  return entries.filter(
    (entry) =>
      (filter.kind === 'all' || entry.kind === filter.kind) &&
      (filter.bookId === null || entry.bookId === filter.bookId) &&
      (filter.tag === null || entry.tags.includes(filter.tag)) &&
      (filter.color === null || entry.color === filter.color) &&
      (filter.from === null || entry.day >= filter.from) &&
      (filter.to === null || entry.day <= filter.to) &&
      (words.length === 0 || words.every((word) => wordsOf(entry).includes(word))),
  );
}

function wordsOf({ title, quote, thought, bookTitle, author, tags }: Entry): string {
  return foldText([title, quote, thought, bookTitle, author, ...tags].filter(Boolean).join(' '));
}

/** Tags with their counts, most frequent first. */
export function tagCounts(entries: readonly Entry[]): { tag: string; count: number }[] {
  return [...countBy(entries.flatMap(({ tags }) => tags))]
    .map(([tag, count]) => ({ tag, count }))
    .sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag));
}

/** How often each value occurs, in order of first occurrence. */
export function countBy<T>(values: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
