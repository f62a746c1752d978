import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { type KeyboardEvent, memo } from 'react';
import { EmptyLibrary } from '../books/EmptyLibrary.tsx';
import { LazyDialog } from '../data/LazyDialog.tsx';
import { ActiveFilters } from '../shelf/ActiveFilters.tsx';
import { BookGrid } from '../shelf/BookGrid.tsx';
import { BookTable } from '../shelf/BookTable.tsx';
import { LetterIndex } from '../shelf/LetterIndex.tsx';
import { NoResults } from '../shelf/NoResults.tsx';
import { AddButton } from './AddButton.tsx';
import { RecentlyAdded } from './RecentlyAdded.tsx';
import { ShelfControls } from './ShelfControls.tsx';
import { useLibraryPreferences } from './useLibraryPreferences.ts';
import { useShelf } from './useShelf.ts';

const loadSelectionBar = () => import('../shelf/SelectionBar.tsx').then(({ SelectionBar }) => SelectionBar);
const loadTray = () => import('../shelf/CollectionTray.tsx').then(({ CollectionTray }) => CollectionTray);

/**
 * The tab 'Library': newest books, filters, and all books as a grid or table.
 * Memoized: counts of other tabs do not render it.
 */
export const ShelfTab = memo(function ShelfTab({ books }: { books: readonly Book[] }) {
  const { view, order, setOrder, grouped, dense, columns } = useLibraryPreferences();
  const t = useTranslate();
  const shelf = useShelf(books, order, grouped);
  const { filter, query, filters, shown, collection, selection, drag, letters, list } = shelf;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!selection.on) return;
    if (event.key === 'Escape' && !event.defaultPrevented) selection.end();
    if (event.key === 'a' && (event.ctrlKey || event.metaKey) && isBook(event.target)) {
      event.preventDefault();
      selection.all();
    }
  };

  if (books.length === 0) return <EmptyLibrary />;
  const highlighted = books.find(({ id }) => id === shelf.highlightedId);
  const listProps = {
    books: shelf.listed,
    label: t('Your books'),
    highlightedId: shelf.highlightedId,
    ref: list,
    stacks: shelf.stacks,
    selection: selection.on ? selection : undefined,
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: short cuts; each has a button or a menu of its own
    <div onKeyDown={onKeyDown} {...drag.handlers}>
      <RecentlyAdded books={books} onChoose={shelf.show} />
      <ShelfControls
        books={books}
        counts={shelf.counts}
        filter={filter}
        onFilter={shelf.setFilter}
        query={query}
        onQuery={shelf.setQuery}
        order={order}
        onOrder={setOrder}
        filters={filters}
        onFilters={shelf.setFilters}
        choosing={selection.on}
        onChoosing={(choosing) => (choosing ? selection.begin() : selection.end())}
      />
      {letters.length > 1 ? (
        <LetterIndex letters={letters} onChoose={(bookId) => list.current?.reveal(bookId, 'start')} />
      ) : null}
      <ActiveFilters
        filters={filters}
        onFilters={shelf.setFilters}
        query={query}
        onQuery={shelf.setQuery}
        collection={collection}
      />
      <VisuallyHidden role="status">
        {highlighted
          ? t('Showing {{title}}', { title: highlighted.title })
          : t('{{count}} books', { count: shown.length })}
      </VisuallyHidden>
      {shown.length === 0 ? (
        <NoResults filter={filter} query={query} onReset={shelf.reset} />
      ) : view === 'grid' ? (
        <BookGrid {...listProps} />
      ) : (
        <BookTable {...listProps} order={order} onOrder={setOrder} dense={dense} chosen={columns} />
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
