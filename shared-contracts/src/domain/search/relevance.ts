/** How well something fits a query, and the order of what is found. */
import { foldText } from './foldText.ts';
import { type SearchQuery, wordStart } from './searchQuery.ts';

/** Exact phrase in the title or anywhere in the full text; then each word, less than either. */
export const weights = { phraseInTitle: 100, phraseInText: 50, wordInTitle: 10, wordInText: 5 } as const;

/** At most so many of each kind are shown. */
export const resultCaps = { books: 20, notes: 20, collections: 10 } as const;

/** Books that are loaded at once; the search looks at all of them. */
export const booksLoaded = 200;

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
  return { title: spaced(foldText(title)), full: spaced(foldText(`${title} ${text}`)) };
}

const uneven = /[^\S ]| {2}/;

/** Most texts are even already: then none is made anew. */
const spaced = (text: string) => (uneven.test(text) ? text.replace(/\s+/g, ' ') : text);

/** 0 when nothing fits. */
export function relevance(item: Searchable, query: SearchQuery): number {
  return relevanceOf(folded(item), query);
}

function relevanceOf({ title, full }: Folded, { phrase, words }: SearchQuery): number {
  const phraseInTitle = wordStart(title, phrase) >= 0;
  // The full text begins with the title.
  const phraseInText = phraseInTitle || wordStart(full, phrase) >= 0;
  let score = (phraseInTitle ? weights.phraseInTitle : 0) + (phraseInText ? weights.phraseInText : 0);
  for (const word of words) {
    const isPhrase = word === phrase;
    if (isPhrase ? phraseInTitle : wordStart(title, word) >= 0) score += weights.wordInTitle;
    else if (isPhrase ? phraseInText : wordStart(full, word) >= 0) score += weights.wordInText;
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

/**
 * What fits, best first, equals by title and then as they came, no more than `cap`: never more than those are sorted.
 */
export function rank<T>(
  items: readonly T[],
  describe: (item: T) => Searchable,
  query: SearchQuery,
  cap: number,
): Ranked<T>[] {
  const work = ranking(items, (item) => foldedOnce(item, describe), query, cap);
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value.bestMatches;
}

/** Things compared between two places where the work may pause. */
const portion = 100;

/**
 * `rank` as work that pauses: whoever runs it can let keys and frames through at each `yield`.
 * @returns the best, and everything that fits at all, in the order it came
 */
export function* ranking<T>(
  items: readonly T[],
  comparedOf: (item: T) => Folded,
  query: SearchQuery,
  cap: number,
): Generator<void, { bestMatches: Ranked<T>[]; matches: T[] }> {
  const bestMatches: { item: T; title: string; score: number }[] = [];
  const matches: T[] = [];
  for (const [at, item] of items.entries()) {
    if (at % portion === portion - 1) yield;
    const compared = comparedOf(item);
    const one = { item, title: compared.title, score: relevanceOf(compared, query) };
    if (one.score <= 0) continue;
    matches.push(item);
    const last = bestMatches.at(-1);
    if (bestMatches.length === cap && last && order(last, one) <= 0) continue;
    bestMatches.splice(bestMatches.findLastIndex((other) => order(other, one) <= 0) + 1, 0, one);
    if (bestMatches.length > cap) bestMatches.pop();
  }
  return { bestMatches: bestMatches.map(({ item, score }) => ({ item, score })), matches };
}

/**
 * Whether everything that fits one query fits an earlier one too, so that only what fitted that needs to be compared:
 * each thing that is looked for holds one that was looked for before, as 'whale' does 'wha'.
 */
export function isRefinement(query: SearchQuery, earlier: SearchQuery): boolean {
  const before = [earlier.phrase, ...earlier.words];
  return [query.phrase, ...query.words].every((wanted) =>
    before.some((part) => wordStart(wanted, part) >= 0),
  );
}
