import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { StatusFilter } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';
import { EmptyLibrary } from '../books/EmptyLibrary.tsx';
import { countByFilter } from '../books/selectBooks.ts';
import { stackSeries } from '../books/seriesStacks.ts';
import type { SortOrder } from '../books/sortBooks.ts';
import { LazyDialog } from '../data/LazyDialog.tsx';
import { ActiveFilters } from '../shelf/ActiveFilters.tsx';
import { BookGrid } from '../shelf/BookGrid.tsx';
import { BookTable } from '../shelf/BookTable.tsx';
import type { BookListHandle } from '../shelf/bookList.ts';
import { LetterIndex } from '../shelf/LetterIndex.tsx';
import { letterIndex, manyBooks } from '../shelf/letterIndex.ts';
import { NoResults } from '../shelf/NoResults.tsx';
import { ShelfControls } from '../shelf/ShelfControls.tsx';
import { useBookDrag } from '../shelf/useBookDrag.ts';
import { useBriefHighlight } from '../shelf/useBriefHighlight.ts';
import { useSelection } from '../shelf/useSelection.ts';
import { useShelfFilters } from '../shelf/useShelfFilters.ts';
import { useShownBooks } from '../shelf/useShownBooks.ts';
import { AddButton } from './AddButton.tsx';
import type { LibraryView } from './libraryPreferences.ts';
import { RecentlyAdded } from './RecentlyAdded.tsx';

interface ShelfTabProps {
  books: readonly Book[];
  view: LibraryView;
  order: SortOrder;
  onOrder: (order: SortOrder) => void;
  grouped: boolean;
  onGrouped: (grouped: boolean) => void;
  /** Compact rows, offered for many books. */
  dense: boolean;
  onDense: (dense: boolean) => void;
}

const loadSelectionBar = () => import('../shelf/SelectionBar.tsx').then(({ SelectionBar }) => SelectionBar);
const loadTray = () => import('../shelf/CollectionTray.tsx').then(({ CollectionTray }) => CollectionTray);

/**
 * The tab 'Library': newest books, filters, and all books as a grid or table.
 * Memoized: counts of other tabs do not render it.
 */
export const ShelfTab = memo(function ShelfTab({
  books,
  view,
  order,
  onOrder,
  grouped,
  onGrouped,
  dense,
  onDense,
}: ShelfTabProps) {
  const t = useTranslate();
  const active = useReadable(useHost().session.active);
  const [filter, setFilter] = useState<StatusFilter>('all');
  const [query, setQuery] = useState('');
  const [filters, setFilters] = useShelfFilters();
  const counts = useMemo(() => countByFilter(books), [books]);
  const { shown, collection } = useShownBooks(books, { filter, query, filters, order, active });
  const selection = useSelection(shown);
  // Series are not grouped in selection mode, nor when one is opened.
  const stacked = grouped && !selection.on && filters.series === undefined;
  const shelf = useMemo(() => (stacked ? stackSeries(shown) : null), [shown, stacked]);
  const standing = shelf?.books ?? shown;
  const isLarge = books.length >= manyBooks;
  const letters = useMemo(() => (isLarge ? letterIndex(standing, order) : []), [isLarge, standing, order]);
  const list = useRef<BookListHandle>(null);
  const { highlightedId, highlight } = useBriefHighlight(list);
  const drag = useBookDrag(shown);

  const reset = () => {
    setFilter('all');
    setQuery('');
    setFilters({});
  };
  const choose = ({ id }: Book) => {
    if (!shown.some((book) => book.id === id)) reset();
    highlight(shelf?.leaderOf.get(id) ?? id);
  };
  const keys = (event: KeyboardEvent) => {
    if (!selection.on) return;
    if (event.key === 'Escape' && !event.defaultPrevented) selection.end();
    if (event.key === 'a' && (event.ctrlKey || event.metaKey) && isBook(event.target)) {
      event.preventDefault();
      selection.all();
    }
  };

  if (books.length === 0) return <EmptyLibrary />;
  const highlighted = books.find(({ id }) => id === highlightedId);
  const common = {
    books: standing,
    label: t('Your books'),
    highlightedId,
    ref: list,
    stacks: shelf?.stacks,
    selection: selection.on ? selection : undefined,
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: short cuts; each has a button or a menu of its own
    <div onKeyDown={keys} {...drag.handlers}>
      <RecentlyAdded books={books} onChoose={choose} />
      <ShelfControls
        books={books}
        counts={counts}
        filter={filter}
        onFilter={setFilter}
        query={query}
        onQuery={setQuery}
        order={order}
        onOrder={onOrder}
        filters={filters}
        onFilters={setFilters}
        grouped={grouped}
        onGrouped={onGrouped}
        dense={isLarge && view === 'list' ? dense : null}
        onDense={onDense}
        choosing={selection.on}
        onChoosing={(choosing) => (choosing ? selection.begin() : selection.end())}
      />
      {letters.length > 1 ? (
        <LetterIndex letters={letters} onChoose={(bookId) => list.current?.reveal(bookId, 'start')} />
      ) : null}
      <ActiveFilters filters={filters} onFilters={setFilters} collection={collection} />
      <VisuallyHidden role="status">
        {highlighted
          ? t('Showing {{title}}', { title: highlighted.title })
          : t('{{count}} books', { count: shown.length })}
      </VisuallyHidden>
      {shown.length === 0 ? (
        <NoResults filter={filter} query={query} onReset={reset} />
      ) : view === 'grid' ? (
        <BookGrid {...common} />
      ) : (
        <BookTable {...common} order={order} onOrder={onOrder} dense={isLarge && dense} />
      )}
      {selection.on ? (
        <LazyDialog load={loadSelectionBar} props={{ selection, books: shown }} onFailed={selection.end} />
      ) : (
        <AddButton />
      )}
      {drag.dragging ? <LazyDialog load={loadTray} props={{}} onFailed={drag.handlers.onDragEnd} /> : null}
    </div>
  );
});

const isBook = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[data-book-id]') !== null;
