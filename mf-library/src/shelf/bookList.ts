import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Ref } from 'react';
import type { SeriesStack } from '../books/seriesStacks.ts';
import type { Selection } from './useSelection.ts';

export interface BookListHandle {
  /** Scrolls to a book, which becomes the one that the Tab key reaches. */
  reveal(bookId: string): void;
}

/** What the grid and the list have in common. */
export interface BookListProps {
  books: readonly Book[];
  /** What is listed, read out before it. */
  label: string;
  highlightedId: string | null;
  /** Given while books are being chosen. */
  selection?: Pick<Selection, 'ids' | 'toggle'>;
  /** Series that are shown as one, by the book that leads each. */
  stacks?: ReadonlyMap<string, SeriesStack>;
  ref?: Ref<BookListHandle>;
}
