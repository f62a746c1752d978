import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import type { SessionFacts, StatusFilter } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { booksOfCollection } from '@lectern/shared-contracts/domain/books/smartRule.ts';
import { useData, useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { type DragEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { setDraggedBooks } from '../books/dragMimeType.ts';
import { countByFilter, selectBooks } from '../books/selectBooks.ts';
import { inSeriesOrder, stackSeries } from '../books/seriesStacks.ts';
import { filterNames, filterTest, type ShelfFilters } from '../books/shelfFilters.ts';
import { type SortOrder, sortBooks } from '../books/sortBooks.ts';
import { itemsOf } from '../data/itemsOf.ts';
import type { BookListHandle } from './shelf/bookListProps.ts';
import { letterIndex, manyBooks } from './shelf/LetterIndex.tsx';
import { useSelection } from './shelf/useSelection.ts';

/** What narrows the books of the shelf down, and the ways to change it. */
export type Narrowing = Pick<
  ReturnType<typeof useShelf>,
  'filter' | 'setFilter' | 'query' | 'setQuery' | 'filters' | 'setFilters' | 'reset' | 'counts' | 'collection'
>;

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

/** Drag handlers for the list element, and whether books are being dragged. */
function useBookDrag(books: readonly Book[]) {
  const [dragging, setDragging] = useState(false);
  return {
    dragging,
    handlers: {
      onDragStart(event: DragEvent) {
        const id = (event.target as Element).closest?.('[data-book-id]')?.getAttribute('data-book-id');
        const book = books.find((candidate) => candidate.id === id);
        if (book === undefined) return;
        setDraggedBooks(event.dataTransfer, [book]);
        event.dataTransfer.effectAllowed = 'copyLink';
        setDragging(true);
      },
      onDragEnd: () => setDragging(false),
    },
  };
}

/** Milliseconds for which a book stays highlighted. */
const highlightDuration = 2_000;

/** Scrolls to a book and highlights it briefly; a repeated call restarts it. */
function useBriefHighlight(list: RefObject<BookListHandle | null>) {
  const [requested, setRequested] = useState<{ id: string } | null>(null);
  // After the render in which filters were reset: the book is in the list now.
  useEffect(() => {
    if (requested === null) return;
    list.current?.reveal(requested.id);
    const timer = setTimeout(() => setRequested(null), highlightDuration);
    return () => clearTimeout(timer);
  }, [requested, list]);
  return { highlightedId: requested?.id ?? null, highlight: (id: string) => setRequested({ id }) };
}

/** The filters, stored in the address: a reload, a link and Back keep them. */
function useShelfFilters(): [ShelfFilters, (filters: ShelfFilters) => void] {
  const { navigation } = useHost();
  const { search } = useReadable(navigation.location);
  const filters = useMemo(() => {
    const params = new URLSearchParams(search);
    const filters: Record<string, string> = {};
    for (const name of filterNames) {
      const value = params.get(name);
      if (value) filters[name] = value;
    }
    return filters as ShelfFilters;
  }, [search]);
  return [
    filters,
    (next) => {
      const { pathname, search: now } = navigation.location.get();
      const params = new URLSearchParams(now);
      for (const name of filterNames) {
        const value = next[name];
        if (value === undefined) params.delete(name);
        else params.set(name, value);
      }
      const query = params.toString();
      navigation.go(query === '' ? pathname : `${pathname}?${query}`, { replace: true });
    },
  ];
}

interface ShelfQuery {
  filter: StatusFilter;
  query: string;
  filters: ShelfFilters;
  order: SortOrder;
  active: SessionFacts | null;
}

/** The filtered books in order. Sorted once, since sorting takes longer than filtering. */
function useShownBooks(
  books: readonly Book[],
  { filter, query, filters, order, active }: ShelfQuery,
): { shown: readonly Book[]; collection: Collection | undefined } {
  const offline = useReadable(useHost().offlineBooks.books);
  const collections = itemsOf(useData('GET /collections', {}));
  const collection = collections.find(({ id }) => id === filters.collection);
  const sorted = useMemo(() => sortBooks(books, order, active), [books, order, active]);
  const passes = useMemo(() => {
    const offlineIds = new Set(
      [...offline.values()].flatMap((offlineBook) =>
        offlineBook.state === 'cached' ? [offlineBook.bookId] : [],
      ),
    );
    const inside = collection && booksOfCollection(collection, books, Date.now());
    const collectionIds = inside ? new Set(inside.map(({ id }) => id)) : null;
    return filterTest(filters, { offlineIds, collectionIds });
  }, [filters, offline, collection, books]);
  const shown = useMemo(() => {
    const matches = selectBooks(passes ? sorted.filter(passes) : sorted, filter, query);
    return filters.series === undefined ? matches : inSeriesOrder(matches);
  }, [sorted, passes, filter, query, filters.series]);
  return { shown, collection };
}
