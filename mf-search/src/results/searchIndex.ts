import type { Highlight } from '@lectern/shared-contracts/api/annotations.ts';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { plainWords } from '@lectern/shared-contracts/domain/notes/plainWords.ts';
import { folded, foldedOnce } from '@lectern/shared-contracts/domain/search/relevance.ts';
import type { Annotation } from './searchResult.ts';

/** The reader's data, as far as it has been loaded. */
export interface Shelf {
  books: readonly Book[];
  notes: readonly Note[];
  highlights: readonly Highlight[];
  collections: readonly Collection[];
}

/** The folded texts of a shelf, built once for each state of it. */
export interface SearchIndex {
  books: readonly Book[];
  annotations: readonly Annotation[];
  collections: readonly Collection[];
  bookOf: ReadonlyMap<string, Book>;
  /** By note or highlight. Not a WeakMap, which slows garbage collection down. */
  annotationOf: ReadonlyMap<Note | Highlight, Annotation>;
}

/** Items folded before the generator yields. */
const yieldEvery = 50;

/**
 * Folds every text of a shelf, so that no search has to.
 * @param before the last index: what has not changed is taken from it
 */
export function* buildIndex(shelf: Shelf, before: SearchIndex | null = null): Generator<void, SearchIndex> {
  const bookOf = new Map(shelf.books.map((book) => [book.id, book]));
  const { books } = shelf;
  const titleOf = (bookId: string | null) => (bookId === null ? '' : (bookOf.get(bookId)?.title ?? ''));
  const annotationOf = new Map<Note | Highlight, Annotation>();
  for (const [at, written] of [...shelf.notes, ...shelf.highlights].entries()) {
    if (at % yieldEvery === yieldEvery - 1) yield;
    const bookTitle = titleOf(written.book_id);
    const existing = before?.annotationOf.get(written);
    annotationOf.set(
      written,
      existing?.bookTitle === bookTitle ? existing : toAnnotation(written, bookTitle),
    );
  }
  for (const [at, book] of books.entries()) {
    if (at % yieldEvery === yieldEvery - 1) yield;
    foldedOnce(book, bookText);
  }
  yield;
  for (const collection of shelf.collections) foldedOnce(collection, collectionText);
  return {
    books,
    annotations: [...annotationOf.values()],
    collections: shelf.collections,
    bookOf,
    annotationOf,
  };
}

function toAnnotation(written: Note | Highlight, bookTitle: string): Annotation {
  const { id, book_id: bookId, color } = written;
  const texts =
    'content' in written
      ? { title: written.title, text: plainWords(written.content), tags: written.tags }
      : { title: '', text: written.note ? `${written.text} – ${written.note}` : written.text, tags: [] };
  return { id, bookId, bookTitle, ...texts, color, folded: folded(annotationText(texts)) };
}

export function bookText(book: Book) {
  return { title: book.title, text: [...about(book), ...isbnsOf(book)].join(' ') };
}

/** The searched fields of a book beside its title. */
export function about({ author, genre, series, tags, description }: Book): string[] {
  return [author, genre, series, ...(tags ?? []), description].flatMap((text) => text || []);
}

/** Its ISBNs as digits, so that they are found in any notation. */
function isbnsOf({ isbn, isbn10, isbn13 }: Book): string[] {
  return [isbn, isbn10, isbn13].flatMap((number) => (number ? [number.replace(/[^\dXx]/g, '')] : []));
}

function annotationText({ title, text, tags }: Pick<Annotation, 'title' | 'text' | 'tags'>) {
  return { title, text: [text, ...tags].join(' ') };
}

export function collectionText({ name, description }: Collection) {
  return { title: name, text: description ?? '' };
}
