import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import { booksOfCollection } from '@lectern/shared-contracts/domain/books/smartRule.ts';
import {
  booksSearched,
  type Folded,
  foldedOnce,
  narrows,
  type Ranked,
  ranking,
  resultCaps,
} from '@lectern/shared-contracts/domain/search/relevance.ts';
import {
  hasFilter,
  type ParsedSearch,
  parseSearch,
} from '@lectern/shared-contracts/domain/search/searchOperators.ts';
import { fold, type SearchQuery, searchQuery } from '@lectern/shared-contracts/domain/search/searchQuery.ts';
import { markSegments, type Segment, shorten } from '../marks/markSegments.ts';
import type { Found, Writing } from './found.ts';
import { respelling } from './respelt.ts';
import { about, bookText, collectionText, type Searched } from './searched.ts';

/** Which kinds are looked for. */
export interface Kinds {
  books: boolean;
  notes: boolean;
  collections: boolean;
}

const shownCharacters = 150;

/** What the shelf has of what was typed, and how it was read where a word was mistyped. */
export interface ShelfSearch {
  found: Found[];
  corrected: string | null;
  /**
   * All that fits, for the next key: of 'whale' nothing fits that did not fit 'whal'. Null when that cannot be said.
   */
  fitting: Fitting | null;
}

interface Fitting {
  query: SearchQuery;
  kinds: Kinds;
  of: Searched;
  within: Searched;
}

/** Books, then notes, then collections, each kind best first and capped. Pauses, for whoever runs it. */
export function* searchingShelf(
  shelf: Searched,
  typed: string,
  kinds: Kinds,
  before: ShelfSearch | null = null,
): Generator<void, ShelfSearch> {
  const parsed = parseSearch(typed);
  const query = searchQuery(parsed.text);
  if (query === null && !hasFilter(parsed)) return { found: [], corrected: null, fitting: null };
  const plain = query !== null && !hasFilter(parsed) && parsed.phrases.length === 0;
  const earlier = plain ? stillHolds(before?.fitting ?? null, shelf, kinds, query) : null;
  const within = earlier ?? narrowed(shelf, parsed);
  const { found, fitting } = yield* searching(shelf, within, query, kinds);
  const next = plain ? { query, kinds, of: shelf, within: fitting } : null;
  if (found.length > 0 || query === null || parsed.phrases.length > 0) {
    return { found, corrected: null, fitting: next };
  }
  const other = yield* respelling(query, textsOf(earlier === null ? within : shelf));
  if (other === null) return { found, corrected: null, fitting: next };
  const instead = yield* searching(shelf, earlier === null ? within : shelf, other, kinds);
  return {
    found: instead.found,
    corrected: instead.found.length > 0 ? other.phrase : null,
    fitting: next,
  };
}

/** What is left to look through when this query only goes on from the last. */
function stillHolds(
  fitting: Fitting | null,
  shelf: Searched,
  kinds: Kinds,
  query: SearchQuery,
): Searched | null {
  if (fitting === null || fitting.of !== shelf || fitting.kinds !== kinds) return null;
  return narrows(query, fitting.query) ? fitting.within : null;
}

/** What author:, tag:, in: and quotes leave of the shelf. */
function narrowed(shelf: Searched, parsed: ParsedSearch): Searched {
  const { author, tag, within, phrases } = parsed;
  if (!hasFilter(parsed) && phrases.length === 0) return shelf;
  const has = (text: string | null, wanted: string | null) =>
    wanted === null || fold(text ?? '').includes(fold(wanted));
  const ofBook = (book: Book | undefined) =>
    (author === null && within === null) ||
    (book !== undefined && has(book.author, author) && has(book.title, within));
  const quoted = phrases.map((phrase) => fold(phrase).replace(/\s+/g, ' '));
  const says = (full: string) => quoted.every((phrase) => full.includes(phrase));
  return {
    ...shelf,
    books: shelf.books.filter(
      (book) => ofBook(book) && has(book.genre, tag) && says(bookCompared(book).full),
    ),
    writings: shelf.writings.filter(
      (one) =>
        ofBook(one.bookId === null ? undefined : shelf.bookOf.get(one.bookId)) &&
        (tag === null || one.tags.some((name) => fold(name) === fold(tag))) &&
        says(one.folded.full),
    ),
    collections: hasFilter(parsed)
      ? []
      : shelf.collections.filter((one) => says(collectionCompared(one).full)),
  };
}

function textsOf({ books, writings, collections }: Searched): string[] {
  return [
    ...books.map((book) => bookCompared(book).full),
    ...writings.map((one) => one.folded.full),
    ...collections.map((one) => collectionCompared(one).full),
  ];
}

/** @param shelf all of it: a collection counts its books there */
function* searching(
  shelf: Searched,
  within: Searched,
  query: SearchQuery | null,
  kinds: Kinds,
): Generator<void, { found: Found[]; fitting: Searched }> {
  const books = yield* best(kinds.books, within.books, bookCompared, query, resultCaps.books);
  const notes = yield* best(kinds.notes, within.writings, writingCompared, query, resultCaps.notes);
  const collections = yield* best(
    kinds.collections,
    within.collections,
    collectionCompared,
    query,
    resultCaps.collections,
  );
  const mark: Mark = (text) =>
    shorten(query === null ? [{ text, hit: false, at: 0 }] : markSegments(text, query), shownCharacters);
  const found = [
    ...books.best.map(({ item }) => foundBook(item, mark)),
    ...notes.best.map(
      ({ item }): Found => ({
        group: 'notes',
        key: `note-${item.id}`,
        writing: item,
        shown: () => ({
          title: mark(item.title === '' ? item.text : item.title),
          detail: item.title === '' ? [] : mark(item.text),
        }),
      }),
    ),
    ...collections.best.map(
      ({ item }): Found => ({
        group: 'collections',
        key: `collection-${item.id}`,
        collection: item,
        books: booksIn(item, shelf.books),
        shown: () => ({ title: mark(item.name), detail: mark(item.description ?? '') }),
      }),
    ),
  ];
  const fitting = {
    ...within,
    books: books.fitting,
    writings: notes.fitting,
    collections: collections.fitting,
  };
  return { found, fitting };
}

const bookCompared = (book: Book) => foldedOnce(book, bookText);
const writingCompared = ({ folded }: Writing) => folded;
const collectionCompared = (collection: Collection) => foldedOnce(collection, collectionText);

function* best<T>(
  wanted: boolean,
  items: readonly T[],
  compared: (item: T) => Folded,
  query: SearchQuery | null,
  cap: number,
): Generator<void, { best: Ranked<T>[]; fitting: T[] }> {
  if (!wanted) return { best: [], fitting: [] };
  if (query === null) return { best: items.slice(0, cap).map((item) => ({ item, score: 0 })), fitting: [] };
  return yield* ranking(items, compared, query, cap);
}

type Mark = (text: string) => Segment[];

function foundBook(book: Book, mark: Mark): Found {
  return {
    group: 'books',
    key: `book-${book.id}`,
    book,
    shown: () => {
      const [title, author] = [mark(book.title), mark(book.author)];
      const seen = [...title, ...author].some(({ hit }) => hit);
      // What was found stands in the description: then that is shown, so that the reader sees why.
      return { title, detail: seen ? author : mark(about(book).join(' · ')) };
    },
  };
}

/** Books of a collection; those of a rule can be counted only where the whole library is at hand. */
function booksIn(collection: Collection, books: readonly Book[]): number | null {
  if (!collection.rule) return collection.bookIds.length;
  return books.length < booksSearched ? booksOfCollection(collection, books, Date.now()).length : null;
}
