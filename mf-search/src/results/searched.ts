import type { Highlight } from '@lectern/shared-contracts/api/annotations.ts';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { booksSearched, folded, foldedOnce } from '@lectern/shared-contracts/domain/search/relevance.ts';
import type { Writing } from './found.ts';

/** What the reader has, as far as it has been loaded. */
export interface Shelf {
  books: readonly Book[];
  notes: readonly Note[];
  highlights: readonly Highlight[];
  collections: readonly Collection[];
}

/** The shelf as it is searched, made once for each state of it. */
export interface Searched {
  books: readonly Book[];
  writings: readonly Writing[];
  collections: readonly Collection[];
  bookOf: ReadonlyMap<string, Book>;
  /** Of each note and highlight. A map and not a weak one, which would slow the collection of garbage down. */
  writingOf: ReadonlyMap<Note | Highlight, Writing>;
}

/** Things made ready between two pauses. */
const portion = 50;

/**
 * Makes a shelf ready, with everything that is compared: no search has to fold a text.
 * @param before what was ready last: a note that is still the same is the same writing, and is not folded again
 */
export function* preparing(shelf: Shelf, before: Searched | null = null): Generator<void, Searched> {
  const bookOf = new Map(shelf.books.map((book) => [book.id, book]));
  const books = shelf.books.slice(0, booksSearched);
  const titleOf = (bookId: string | null) => (bookId === null ? '' : (bookOf.get(bookId)?.title ?? ''));
  const writingOf = new Map<Note | Highlight, Writing>();
  for (const [at, written] of [...shelf.notes, ...shelf.highlights].entries()) {
    if (at % portion === portion - 1) yield;
    const bookTitle = titleOf(written.book_id);
    const known = before?.writingOf.get(written);
    writingOf.set(written, known?.bookTitle === bookTitle ? known : madeOf(written, bookTitle));
  }
  for (const book of books) foldedOnce(book, bookText);
  yield;
  for (const collection of shelf.collections) foldedOnce(collection, collectionText);
  return {
    books,
    writings: [...writingOf.values()],
    collections: shelf.collections,
    bookOf,
    writingOf,
  };
}

function madeOf(written: Note | Highlight, bookTitle: string): Writing {
  const { id, book_id: bookId, color } = written;
  const said =
    'content' in written
      ? { title: written.title, text: written.content, tags: written.tags }
      : { title: '', text: written.note ? `${written.text} – ${written.note}` : written.text, tags: [] };
  return { id, bookId, bookTitle, ...said, color, folded: folded(writingText(said)) };
}

export function bookText(book: Book) {
  return { title: book.title, text: about(book).join(' ') };
}

/** What is said of a book beside its title. */
export function about({ author, genre, series, description }: Book): string[] {
  return [author, genre, series, description].flatMap((text) => text || []);
}

function writingText({ title, text, tags }: Pick<Writing, 'title' | 'text' | 'tags'>) {
  return { title, text: [text, ...tags].join(' ') };
}

export function collectionText({ name, description }: Collection) {
  return { title: name, text: description ?? '' };
}
