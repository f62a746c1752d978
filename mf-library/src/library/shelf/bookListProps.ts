import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Ref } from 'react';
import type { SeriesStack } from '../../books/seriesStacks.ts';
import type { Selection } from './useSelection.ts';

export interface BookListHandle {
  /** Scrolls to a book, centered by default, and makes it the tab stop. */
  reveal(bookId: string, align?: 'start' | 'center'): void;
}

/** Props of the grid and the table. */
export interface BookListProps {
  books: readonly Book[];
  /** Accessible name of the list. */
  label: string;
  highlightedId: string | null;
  /** Given in selection mode. */
  selection?: Pick<Selection, 'ids' | 'toggle'>;
  /** Grouped series by their first book. */
  stacks?: ReadonlyMap<string, SeriesStack>;
  ref?: Ref<BookListHandle>;
}

/** Props of a tile and a row. */
export interface BookItemProps {
  book: Book;
  /** It is in the tab order (roving tabindex). */
  reachable: boolean;
  highlighted?: boolean;
  /** The grouped series that this book represents. */
  stack?: SeriesStack;
  /** Given in selection mode: a click selects instead of opening. */
  onToggle?: (book: Book, through: boolean) => void;
  selected?: boolean;
}
