/** Scores and sorts search results. */
import { foldText } from './foldText.ts';
import { type SearchQuery, wordStart } from './searchQuery.ts';

/** Scores of an exact phrase in the title or anywhere in the full text, and of single words. */
export const weights = { phraseInTitle: 100, phraseInText: 50, wordInTitle: 10, wordInText: 5 } as const;

/** Maximum results of each kind. */
export const resultCaps = { books: 20, notes: 20, collections: 10 } as const;

/** Books loaded at once; the search covers all of them. */
export const booksLoaded = 200;

export interface Searchable {
  title: string;
  /** All other text: author, description, tags, the text of a note. */
  text: string;
}

/** A folded Searchable with single spaces. The full text includes the title. */
export interface Folded {
  title: string;
  full: string;
}

export function folded({ title, text }: Searchable): Folded {
  return { title: spaced(foldText(title)), full: spaced(foldText(`${title} ${text}`)) };
}

const uneven = /[^\S ]| {2}/;

/** Most texts have no runs of white space and are returned unchanged. */
const spaced = (text: string) => (uneven.test(text) ? text.replace(/\s+/g, ' ') : text);

/** 0 for no match. */
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

/** Folding takes most of the time, so it is cached by object. */
const cache = new WeakMap<object, Folded>();

/** The folded form of an item; items are immutable. */
export function foldedOnce<T>(item: T, describe: (item: T) => Searchable): Folded {
  if (typeof item !== 'object' || item === null) return folded(describe(item));
  const before = cache.get(item);
  if (before) return before;
  const now = folded(describe(item));
  cache.set(item, now);
  return now;
}

/** Compare function. */
function order(a: { title: string; score: number }, b: { title: string; score: number }): number {
  return b.score - a.score || a.title.localeCompare(b.title);
}

/** The best matches, sorted by score and title, stable; at most `cap`. */
export function rank<T>(
  items: readonly T[],
  describe: (item: T) => Searchable,
  query: SearchQuery,
  cap: number,
): Ranked<T>[] {
  const work = ranking(items, (item) => foldedOnce(item, describe), query, cap);
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value.bestMatches;
}

/** Items scored between two yields. */
const portion = 100;

/**
 * `rank` as a generator, so that the caller can let input and frames through at each `yield`.
 * @returns the best matches, and all matches in their original order
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
    const match = { item, title: compared.title, score: relevanceOf(compared, query) };
    if (match.score <= 0) continue;
    matches.push(item);
    const last = bestMatches.at(-1);
    if (bestMatches.length === cap && last && order(last, match) <= 0) continue;
    bestMatches.splice(bestMatches.findLastIndex((other) => order(other, match) <= 0) + 1, 0, match);
    if (bestMatches.length > cap) bestMatches.pop();
  }
  return { bestMatches: bestMatches.map(({ item, score }) => ({ item, score })), matches };
}

/**
 * Whether every match of a query also matches an earlier one, so that only those need to be scored: each term
 * contains an earlier one, as 'whale' contains 'wha'.
 */
export function isRefinement(query: SearchQuery, earlier: SearchQuery): boolean {
  const before = [earlier.phrase, ...earlier.words];
  return [query.phrase, ...query.words].every((wanted) =>
    before.some((part) => wordStart(wanted, part) >= 0),
  );
}
