import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { StatusFilter } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useMemo, useRef, useState } from 'react';
import { countByFilter } from '../books/selectBooks.ts';
import { stackSeries } from '../books/seriesStacks.ts';
import type { SortOrder } from '../books/sortBooks.ts';
import type { BookListHandle } from '../shelf/bookList.ts';
import { letterIndex, manyBooks } from '../shelf/letterIndex.ts';
import { useBookDrag } from '../shelf/useBookDrag.ts';
import { useBriefHighlight } from '../shelf/useBriefHighlight.ts';
import { useSelection } from '../shelf/useSelection.ts';
import { useShelfFilters } from '../shelf/useShelfFilters.ts';
import { useShownBooks } from '../shelf/useShownBooks.ts';

/** The shelf: which of the books are shown, in what order, which of them are selected or highlighted. */
export function useShelf(books: readonly Book[], order: SortOrder, grouped: boolean) {
  const active = useReadable(useHost().session.active);
  const [filter, setFilter] = useState<StatusFilter>('all');
  const [query, setQuery] = useState('');
  const [filters, setFilters] = useShelfFilters();
  const counts = useMemo(() => countByFilter(books), [books]);
  const { shown, collection } = useShownBooks(books, { filter, query, filters, order, active });
  const selection = useSelection(shown);
  // Series are not grouped in selection mode, nor when one is opened.
  const stacked = grouped && !selection.on && filters.series === undefined;
  const series = useMemo(() => (stacked ? stackSeries(shown) : null), [shown, stacked]);
  /** The books of the list; a grouped series is represented by its first book. */
  const listed = series?.books ?? shown;
  const isLarge = books.length >= manyBooks;
  const letters = useMemo(() => (isLarge ? letterIndex(listed, order) : []), [isLarge, listed, order]);
  const list = useRef<BookListHandle>(null);
  const { highlightedId, highlight } = useBriefHighlight(list);
  const drag = useBookDrag(shown);

  const reset = () => {
    setFilter('all');
    setQuery('');
    setFilters({});
  };
  /** Scrolls to a book and highlights it, without the filters if they hide it. */
  const show = ({ id }: Book) => {
    if (!shown.some((book) => book.id === id)) reset();
    highlight(series?.leaderOf.get(id) ?? id);
  };

  return {
    ...{ filter, setFilter, query, setQuery, filters, setFilters, reset, counts },
    ...{ shown, collection, listed, stacks: series?.stacks, letters, list },
    ...{ selection, drag, highlightedId, show },
  };
}
