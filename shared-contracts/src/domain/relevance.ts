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

/** A Searchable as it is compared: folded, single spaces between. The title is part of the full text. */
export interface Folded {
  title: string;
  full: string;
}

export function folded({ title, text }: Searchable): Folded {
  const foldedTitle = fold(title).replace(/\s+/g, ' ');
  return { title: foldedTitle, full: `${foldedTitle} ${fold(text).replace(/\s+/g, ' ')}` };
}

/** 0 when nothing fits. */
export function relevance(item: Searchable, query: SearchQuery): number {
  return relevanceOf(folded(item), query);
}

function relevanceOf({ title, full }: Folded, query: SearchQuery): number {
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

/** Folding is most of the work, and the same for every key that is pressed: it is done once for each thing. */
const known = new WeakMap<object, Folded>();

/** A thing as it is compared; things do not change, they are replaced. */
export function foldedOnce<T>(item: T, describe: (item: T) => Searchable): Folded {
  if (typeof item !== 'object' || item === null) return folded(describe(item));
  const before = known.get(item);
  if (before) return before;
  const now = folded(describe(item));
  known.set(item, now);
  return now;
}

const byLanguage = new Intl.Collator();

/** Below zero when the first comes before the second. */
function order(a: { title: string; score: number }, b: { title: string; score: number }): number {
  return b.score - a.score || (a.title === b.title ? 0 : byLanguage.compare(a.title, b.title));
}

/** What fits, best first, equals by title and then as they came, no more than `cap`: never more than those are sorted. */
export function rank<T>(
  items: readonly T[],
  describe: (item: T) => Searchable,
  query: SearchQuery,
  cap: number,
): Ranked<T>[] {
  const best: { item: T; title: string; score: number }[] = [];
  for (const item of items) {
    const compared = foldedOnce(item, describe);
    const one = { item, title: compared.title, score: relevanceOf(compared, query) };
    const last = best.at(-1);
    if (one.score <= 0 || (best.length === cap && last && order(last, one) <= 0)) continue;
    const at = best.findLastIndex((other) => order(other, one) <= 0) + 1;
    best.splice(at, 0, one);
    if (best.length > cap) best.pop();
  }
  return best.map(({ item, score }) => ({ item, score }));
}
