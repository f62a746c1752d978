import type { Highlight } from '@lectern/shared-contracts/api/annotations.ts';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { booksSearched, rank, resultCaps } from '@lectern/shared-contracts/domain/relevance.ts';
import type { SearchQuery } from '@lectern/shared-contracts/domain/searchQuery.ts';
import { markSegments, shorten } from '../marks/markSegments.ts';
import type { Found, Writing } from './found.ts';

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

/** Books, then notes, then collections, each kind best first and capped. */
export function searchShelf(shelf: Shelf, query: SearchQuery, kinds: Kinds): Found[] {
  const mark = (text: string) => shorten(markSegments(text, query), shownCharacters);
  const books = kinds.books
    ? rank(shelf.books.slice(0, booksSearched), bookText, query, resultCaps.books)
    : [];
  const notes = kinds.notes ? rank(writings(shelf), writingText, query, resultCaps.notes) : [];
  const collections = kinds.collections
    ? rank(shelf.collections, collectionText, query, resultCaps.collections)
    : [];
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

function collectionText({ name, description }: Collection) {
  return { title: name, text: description ?? '' };
}
