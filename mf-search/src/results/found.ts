import type { Book, Passage } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import type {
  LibraryNavigation,
  ReaderNavigation,
} from '@lectern/shared-contracts/contract/navigationStates.ts';
import type { Folded } from '@lectern/shared-contracts/domain/search/relevance.ts';
import type { Segment } from '../marks/markSegments.ts';

/** A note or a highlight, as search sees it. */
export interface Writing {
  id: string;
  bookId: string | null;
  bookTitle: string;
  title: string;
  text: string;
  tags: readonly string[];
  color: string | null;
  /** As it is compared. */
  folded: Folded;
}

interface Shown {
  /** Unlike any other in the list. */
  key: string;
  /** What stands in its line, with the matches marked: made when it is drawn, for most lines are never seen. */
  shown(): { title: readonly Segment[]; detail: readonly Segment[] };
}

/** Something that Lectern can do, by its name. */
export interface Command {
  id: string;
  name: string;
  /** Other words by which it is found. */
  words: string;
  run(): void;
}

/** Something that was found, and what is needed to show it. */
export type Found =
  | (Shown & { group: 'books'; book: Book })
  | (Shown & { group: 'notes'; writing: Writing })
  | (Shown & {
      group: 'collections';
      collection: Collection;
      /** Null of one by a rule while not every book is known here. */
      books: number | null;
    })
  | (Shown & { group: 'passages'; passage: Passage })
  | (Shown & { group: 'commands'; command: Command });

export type Group = Found['group'];

/** Where opening it leads. */
export function destination(found: Exclude<Found, { group: 'commands' }>): {
  to: string;
  state?: LibraryNavigation | ReaderNavigation;
} {
  switch (found.group) {
    case 'books':
      return { to: `/read/${found.book.id}` };
    case 'passages':
      return { to: `/read/${found.passage.book_id}`, state: { position: found.passage.position } };
    case 'notes':
      return { to: '/library', state: { page: 'notes', highlight: found.writing.id } };
    case 'collections':
      return { to: '/library', state: { page: 'collections', highlight: found.collection.id } };
  }
}
