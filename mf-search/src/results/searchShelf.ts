import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import { booksOfCollection } from '@lectern/shared-contracts/domain/books/smartRule.ts';
import { hasTag } from '@lectern/shared-contracts/domain/books/tags.ts';
import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import {
  type Folded,
  foldedOnce,
  isRefinement,
  type Ranked,
  ranking,
  resultCaps,
} from '@lectern/shared-contracts/domain/search/relevance.ts';
import {
  hasFilter,
  type ParsedSearch,
  parseSearch,
} from '@lectern/shared-contracts/domain/search/searchOperators.ts';
import {
  type SearchQuery,
  searchQuery,
  wordStart,
} from '@lectern/shared-contracts/domain/search/searchQuery.ts';
import { editDistance, nearest } from '@lectern/shared-contracts/domain/search/spelling.ts';
import { markSegments, type Segment, shorten } from '../marks/markSegments.ts';
import { about, bookText, collectionText, type SearchIndex } from './searchIndex.ts';
import type { Annotation, SearchResult } from './searchResult.ts';

/** The kinds to search. */
export interface Kinds {
  books: boolean;
  notes: boolean;
  collections: boolean;
}

const shownCharacters = 150;

/** Results on the shelf, and the corrected query where a word was misspelt. */
export interface ShelfSearch {
  results: SearchResult[];
  corrected: string | null;
  /** Everything that matches: a refined query ('whal', then 'whale') is searched in it alone. Null with filters. */
  matches: Matches | null;
}

interface Matches {
  query: SearchQuery;
  kinds: Kinds;
  of: SearchIndex;
  within: SearchIndex;
}

/** Books, then notes, then collections, each ranked and capped. A generator, to be run in time slices. */
export function* searchShelf(
  shelf: SearchIndex,
  typed: string,
  kinds: Kinds,
  before: ShelfSearch | null = null,
): Generator<void, ShelfSearch> {
  const parsed = parseSearch(typed);
  const query = searchQuery(parsed.text);
  if (query === null && !hasFilter(parsed)) return { results: [], corrected: null, matches: null };
  const plain = query !== null && !hasFilter(parsed) && parsed.phrases.length === 0;
  const earlier = plain ? reusableMatches(before?.matches ?? null, shelf, kinds, query) : null;
  const within = earlier ?? applyFilters(shelf, parsed);
  const { results, matches } = yield* searchKinds(shelf, within, query, kinds);
  const next = plain ? { query, kinds, of: shelf, within: matches } : null;
  if (results.length > 0 || query === null || parsed.phrases.length > 0) {
    return { results, corrected: null, matches: next };
  }
  const other = yield* spellcheck(query, foldedTexts(earlier === null ? within : shelf));
  if (other === null) return { results, corrected: null, matches: next };
  const instead = yield* searchKinds(shelf, earlier === null ? within : shelf, other, kinds);
  return {
    results: instead.results,
    corrected: instead.results.length > 0 ? other.phrase : null,
    matches: next,
  };
}

/** The matches of the last query when this one refines it; null when everything must be searched. */
function reusableMatches(
  matches: Matches | null,
  shelf: SearchIndex,
  kinds: Kinds,
  query: SearchQuery,
): SearchIndex | null {
  if (matches === null || matches.of !== shelf || matches.kinds !== kinds) return null;
  return isRefinement(query, matches.query) ? matches.within : null;
}

/** The index filtered by author:, tag:, in: and quoted phrases. */
function applyFilters(shelf: SearchIndex, parsed: ParsedSearch): SearchIndex {
  const { author, tag, within, phrases } = parsed;
  if (!hasFilter(parsed) && phrases.length === 0) return shelf;
  const has = (text: string | null, wanted: string | null) =>
    wanted === null || foldText(text ?? '').includes(foldText(wanted));
  const ofBook = (book: Book | undefined) =>
    (author === null && within === null) ||
    (book !== undefined && has(book.author, author) && has(book.title, within));
  const quoted = phrases.map((phrase) => foldText(phrase).replace(/\s+/g, ' '));
  const containsPhrases = (full: string) => quoted.every((phrase) => wordStart(full, phrase) >= 0);
  return {
    ...shelf,
    books: shelf.books.filter(
      (book) =>
        ofBook(book) &&
        (has(book.genre, tag) || hasTag(book.tags ?? [], tag ?? '')) &&
        containsPhrases(foldedBook(book).full),
    ),
    annotations: shelf.annotations.filter(
      (annotation) =>
        ofBook(annotation.bookId === null ? undefined : shelf.bookOf.get(annotation.bookId)) &&
        (tag === null || annotation.tags.some((name) => foldText(name) === foldText(tag))) &&
        containsPhrases(annotation.folded.full),
    ),
    collections: hasFilter(parsed)
      ? []
      : shelf.collections.filter((collection) => containsPhrases(foldedCollection(collection).full)),
  };
}

function foldedTexts({ books, annotations, collections }: SearchIndex): string[] {
  return [
    ...books.map((book) => foldedBook(book).full),
    ...annotations.map((annotation) => annotation.folded.full),
    ...collections.map((collection) => foldedCollection(collection).full),
  ];
}

/** @param shelf the whole index, in which the books of collections are counted */
function* searchKinds(
  shelf: SearchIndex,
  within: SearchIndex,
  query: SearchQuery | null,
  kinds: Kinds,
): Generator<void, { results: SearchResult[]; matches: SearchIndex }> {
  const books = yield* bestMatches(kinds.books, within.books, foldedBook, query, resultCaps.books);
  const notes = yield* bestMatches(
    kinds.notes,
    within.annotations,
    foldedAnnotation,
    query,
    resultCaps.notes,
  );
  const collections = yield* bestMatches(
    kinds.collections,
    within.collections,
    foldedCollection,
    query,
    resultCaps.collections,
  );
  const mark: Mark = (text) =>
    shorten(query === null ? [{ text, hit: false, at: 0 }] : markSegments(text, query), shownCharacters);
  const results = [
    ...books.bestMatches.map(({ item }) => bookResult(item, mark)),
    ...notes.bestMatches.map(
      ({ item }): SearchResult => ({
        group: 'notes',
        key: `note-${item.id}`,
        annotation: item,
        shown: () => ({
          title: mark(item.title === '' ? item.text : item.title),
          detail: item.title === '' ? [] : mark(item.text),
        }),
      }),
    ),
    ...collections.bestMatches.map(
      ({ item }): SearchResult => ({
        group: 'collections',
        key: `collection-${item.id}`,
        collection: item,
        books: booksIn(item, shelf.books),
        shown: () => ({ title: mark(item.name), detail: mark(item.description ?? '') }),
      }),
    ),
  ];
  const matches = {
    ...within,
    books: books.matches,
    annotations: notes.matches,
    collections: collections.matches,
  };
  return { results, matches };
}

const foldedBook = (book: Book) => foldedOnce(book, bookText);
const foldedAnnotation = ({ folded }: Annotation) => folded;
const foldedCollection = (collection: Collection) => foldedOnce(collection, collectionText);

function* bestMatches<T>(
  wanted: boolean,
  items: readonly T[],
  compared: (item: T) => Folded,
  query: SearchQuery | null,
  cap: number,
): Generator<void, { bestMatches: Ranked<T>[]; matches: T[] }> {
  if (!wanted) return { bestMatches: [], matches: [] };
  if (query === null)
    return { bestMatches: items.slice(0, cap).map((item) => ({ item, score: 0 })), matches: [] };
  return yield* ranking(items, compared, query, cap);
}

type Mark = (text: string) => Segment[];

function bookResult(book: Book, mark: Mark): SearchResult {
  return {
    group: 'books',
    key: `book-${book.id}`,
    book,
    shown: () => {
      const [title, author] = [mark(book.title), mark(book.author)];
      const seen = [...title, ...author].some(({ hit }) => hit);
      // Neither title nor author matches: the description does, so it is shown with its marks.
      return { title, detail: seen ? author : mark(about(book).join(' · ')) };
    },
  };
}

function booksIn(collection: Collection, books: readonly Book[]): number {
  return collection.rule
    ? booksOfCollection(collection, books, Date.now()).length
    : collection.bookIds.length;
}

/** Texts read, and words compared, before the generator yields. */
const [textsPerSlice, wordsPerSlice] = [50, 500];

/**
 * The query with each word that no text contains replaced by the nearest word of the texts; null when there is nothing
 * to replace, or no word is near enough. A generator, since it reads all words of all texts.
 * @param texts folded
 */
function* spellcheck(query: SearchQuery, texts: readonly string[]): Generator<void, SearchQuery | null> {
  const missing = new Set(query.words);
  const vocabulary = new Set<string>();
  for (const [at, text] of texts.entries()) {
    if (at % textsPerSlice === textsPerSlice - 1) yield;
    for (const word of missing) if (wordStart(text, word) >= 0) missing.delete(word);
    if (missing.size === 0) return null;
    for (const word of text.match(/[\p{L}\p{N}\p{M}]{3,}/gu) ?? []) vocabulary.add(word);
  }
  const words: string[] = [];
  for (const word of query.words) {
    const spelled = missing.has(word) ? yield* nearestIn([...vocabulary], word) : word;
    if (spelled === null) return null;
    words.push(spelled);
  }
  return words.length === 0 ? null : { phrase: words.join(' '), words };
}

function* nearestIn(vocabulary: readonly string[], word: string): Generator<void, string | null> {
  let best: string | null = null;
  let apart = Number.POSITIVE_INFINITY;
  for (let at = 0; at < vocabulary.length; at += wordsPerSlice) {
    const [near] = nearest(word, vocabulary.slice(at, at + wordsPerSlice), 1);
    if (near !== undefined && editDistance(word, near) < apart)
      [best, apart] = [near, editDistance(word, near)];
    yield;
  }
  return best;
}
