/** How well something fits a query, and the order of what is found. */
import { fold, type SearchQuery } from './searchQuery.ts';

/** Exact phrase in the title or anywhere in the full text; then each word, less than either. */
export const weights = { phraseInTitle: 100, phraseInText: 50, wordInTitle: 10, wordInText: 5 } as const;

/** At most so many of each kind are shown. */
export const resultCaps = { books: 20, notes: 20, collections: 10 } as const;

/** Books that search takes into account. */
export const booksSearched = 200;

export interface Searchable {
  title: string;
  /** Everything else about it: author, description, tags, the text of a note. */
  text: string;
}

/** 0 when nothing fits. The title is part of the full text. */
export function relevance(item: Searchable, query: SearchQuery): number {
  const title = fold(item.title).replace(/\s+/g, ' ');
  const full = `${title} ${fold(item.text).replace(/\s+/g, ' ')}`;
  let score = 0;
  if (title.includes(query.phrase)) score += weights.phraseInTitle;
  if (full.includes(query.phrase)) score += weights.phraseInText;
  for (const word of query.words) {
    if (title.includes(word)) score += weights.wordInTitle;
    else if (full.includes(word)) score += weights.wordInText;
  }
  return score;
}

export interface Ranked<T> {
  item: T;
  score: number;
}

/** What fits, best first, equals by title, no more than `cap`. */
export function rank<T>(
  items: readonly T[],
  describe: (item: T) => Searchable,
  query: SearchQuery,
  cap: number,
): Ranked<T>[] {
  return items
    .map((item) => ({ item, described: describe(item) }))
    .map(({ item, described }) => ({ item, title: described.title, score: relevance(described, query) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.title.localeCompare(b.title))
    .slice(0, cap)
    .map(({ item, score }) => ({ item, score }));
}
