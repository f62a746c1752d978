import type { Book, Passage } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import type { HostCommand } from '@lectern/shared-contracts/contract/host.ts';
import type {
  LibraryNavigation,
  ReaderNavigation,
} from '@lectern/shared-contracts/contract/navigationStates.ts';
import type { Folded } from '@lectern/shared-contracts/domain/search/relevance.ts';
import type { Segment } from '../marks/markSegments.ts';

/** A note or a highlight, as the search index holds it. */
export interface Annotation {
  id: string;
  bookId: string | null;
  bookTitle: string;
  title: string;
  text: string;
  tags: readonly string[];
  color: string | null;
  /** Without case and accents. */
  folded: Folded;
}

interface Shown {
  /** Unique in the list. */
  key: string;
  /** Its texts with the matches marked. Computed when the line is rendered, since most lines are never seen. */
  shown(): { title: readonly Segment[]; detail: readonly Segment[] };
}

/** A search result with what is needed to render it. */
export type SearchResult =
  | (Shown & { group: 'books'; book: Book })
  | (Shown & { group: 'notes'; annotation: Annotation })
  | (Shown & {
      group: 'collections';
      collection: Collection;
      books: number;
    })
  | (Shown & {
      group: 'passages';
      passage: Passage;
      /** BCP 47 tag of its words. Computed when the line is rendered. */
      language(): string | undefined;
    })
  | (Shown & { group: 'commands' | 'mentor'; command: HostCommand });

export type Group = SearchResult['group'];

/** Path and navigation state that open a result. */
export function destination(result: Exclude<SearchResult, { command: HostCommand }>): {
  to: string;
  state?: LibraryNavigation | ReaderNavigation;
} {
  switch (result.group) {
    case 'books':
      return { to: `/read/${result.book.id}` };
    case 'passages':
      return { to: `/read/${result.passage.book_id}`, state: { position: result.passage.position } };
    case 'notes':
      return { to: '/library', state: { page: 'notes', highlight: result.annotation.id } };
    case 'collections':
      return { to: '/library', state: { page: 'collections', highlight: result.collection.id } };
  }
}
