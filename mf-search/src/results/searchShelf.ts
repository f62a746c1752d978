import type { Highlight } from '@lectern/shared-contracts/api/annotations.ts';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { booksSearched, foldedOnce, rank, resultCaps } from '@lectern/shared-contracts/domain/relevance.ts';
import {
  hasFilter,
  type ParsedSearch,
  parseSearch,
} from '@lectern/shared-contracts/domain/searchOperators.ts';
import { fold, type SearchQuery, searchQuery } from '@lectern/shared-contracts/domain/searchQuery.ts';
import { booksOfCollection } from '@lectern/shared-contracts/domain/smartRule.ts';
import { markSegments, shorten } from '../marks/markSegments.ts';
import type { Found, Writing } from './found.ts';
import { respelt } from './respelt.ts';

/** What the reader has, as far as it has been loaded. */
export interface Shelf {
  books: readonly Book[];
  notes: readonly Note[];
  highlights: readonly Highlight[];
  collections: readonly Collection[];
}

/** Which kinds are looked for. */
export interface Kinds {
  books: boolean;
  notes: boolean;
  collections: boolean;
}

const shownCharacters = 150;

/** The shelf as it is searched, made once for each state of it. */
export interface Searched {
  books: readonly Book[];
  writings: readonly Writing[];
  collections: readonly Collection[];
  bookOf: ReadonlyMap<string, Book>;
}

export function searched(shelf: Shelf): Searched {
  const books = shelf.books.slice(0, booksSearched);
  return {
    books,
    writings: writings(shelf),
    collections: shelf.collections,
    bookOf: new Map(shelf.books.map((book) => [book.id, book])),
  };
}

/** Milliseconds of work between two looks at the keyboard. */
const slice = 4;

/**
 * Makes what is compared ready ahead, a little at a time, so that no key has to wait for it.
 * @returns stops
 */
export function foldAhead({ books, writings, collections }: Searched): () => void {
  const work = [
    ...books.map((book) => () => foldedOnce(book, bookText)),
    ...writings.map((one) => () => foldedOnce(one, writingText)),
    ...collections.map((one) => () => foldedOnce(one, collectionText)),
  ];
  let at = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const some = () => {
    const until = performance.now() + slice;
    while (at < work.length && performance.now() < until) work[at++]?.();
    timer = at < work.length ? setTimeout(some, 0) : null;
  };
  timer = setTimeout(some, 0);
  return () => {
    if (timer !== null) clearTimeout(timer);
  };
}

/** What the shelf has of what was typed, and how it was read where a word was mistyped. */
export interface ShelfSearch {
  found: Found[];
  corrected: string | null;
}

/** Books, then notes, then collections, each kind best first and capped. */
export function searchShelf(shelf: Searched, typed: string, kinds: Kinds): ShelfSearch {
  const parsed = parseSearch(typed);
  const query = searchQuery(parsed.text);
  if (query === null && !hasFilter(parsed)) return { found: [], corrected: null };
  const within = narrowed(shelf, parsed);
  const found = searchFor(within, query, kinds);
  if (found.length > 0 || query === null || parsed.phrases.length > 0) return { found, corrected: null };
  const other = respelt(query, textsOf(within));
  if (other === null) return { found, corrected: null };
  const instead = searchFor(within, other, kinds);
  return { found: instead, corrected: instead.length > 0 ? other.phrase : null };
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
      (book) => ofBook(book) && has(book.genre, tag) && says(foldedOnce(book, bookText).full),
    ),
    writings: shelf.writings.filter(
      (one) =>
        ofBook(one.bookId === null ? undefined : shelf.bookOf.get(one.bookId)) &&
        (tag === null || one.tags.some((name) => fold(name) === fold(tag))) &&
        says(foldedOnce(one, writingText).full),
    ),
    collections: hasFilter(parsed)
      ? []
      : shelf.collections.filter((one) => says(foldedOnce(one, collectionText).full)),
  };
}

function textsOf({ books, writings, collections }: Searched): string[] {
  return [
    ...books.map((book) => foldedOnce(book, bookText).full),
    ...writings.map((one) => foldedOnce(one, writingText).full),
    ...collections.map((one) => foldedOnce(one, collectionText).full),
  ];
}

function searchFor(shelf: Searched, query: SearchQuery | null, kinds: Kinds): Found[] {
  const mark = (text: string) =>
    shorten(query === null ? [{ text, hit: false, at: 0 }] : markSegments(text, query), shownCharacters);
  const best = <T>(
    wanted: boolean,
    items: readonly T[],
    describe: (item: T) => { title: string; text: string },
    cap: number,
  ) =>
    !wanted
      ? []
      : query === null
        ? items.slice(0, cap).map((item) => ({ item, score: 0 }))
        : rank(items, describe, query, cap);
  const books = best(kinds.books, shelf.books, bookText, resultCaps.books);
  const notes = best(kinds.notes, shelf.writings, writingText, resultCaps.notes);
  const collections = best(kinds.collections, shelf.collections, collectionText, resultCaps.collections);
  return [
    ...books.map(({ item }): Found => {
      const [title, author] = [mark(item.title), mark(item.author)];
      const seen = [...title, ...author].some(({ hit }) => hit);
      // What was found stands in the description: then that is shown, so that the reader sees why.
      return {
        group: 'books',
        key: `book-${item.id}`,
        book: item,
        title,
        detail: seen ? author : mark(about(item).join(' · ')),
      };
    }),
    ...notes.map(
      ({ item }): Found => ({
        group: 'notes',
        key: `note-${item.id}`,
        writing: item,
        title: mark(item.title === '' ? item.text : item.title),
        detail: item.title === '' ? [] : mark(item.text),
      }),
    ),
    ...collections.map(
      ({ item }): Found => ({
        group: 'collections',
        key: `collection-${item.id}`,
        collection: item,
        books: booksIn(item, shelf.books),
        title: mark(item.name),
        detail: mark(item.description ?? ''),
      }),
    ),
  ];
}

function writings({ notes, highlights, books }: Shelf): Writing[] {
  const titles = new Map(books.map(({ id, title }) => [id, title]));
  const titleOf = (bookId: string | null) => (bookId === null ? '' : (titles.get(bookId) ?? ''));
  return [
    ...notes.map(({ id, book_id, title, content, tags, color }) => ({
      id,
      bookId: book_id,
      bookTitle: titleOf(book_id),
      title,
      text: content,
      tags,
      color,
    })),
    ...highlights.map(({ id, book_id, text, note, color }) => ({
      id,
      bookId: book_id,
      bookTitle: titleOf(book_id),
      title: '',
      text: note ? `${text} – ${note}` : text,
      tags: [],
      color,
    })),
  ];
}

function bookText(book: Book) {
  return { title: book.title, text: about(book).join(' ') };
}

function about({ author, genre, series, description }: Book): string[] {
  return [author, genre, series, description].flatMap((text) => text || []);
}

function writingText({ title, text, tags }: Writing) {
  return { title, text: [text, ...tags].join(' ') };
}

/** Books of a collection; those of a rule can be counted only where the whole library is at hand. */
function booksIn(collection: Collection, books: readonly Book[]): number | null {
  if (!collection.rule) return collection.bookIds.length;
  return books.length < booksSearched ? booksOfCollection(collection, books, Date.now()).length : null;
}

function collectionText({ name, description }: Collection) {
  return { title: name, text: description ?? '' };
}
