import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, duration, layer, media, radius, shadow, space } from '@lectern/shared-ui/tokens.ts';
import { useHideOnScroll } from '@lectern/shared-ui/useHideOnScroll.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, memo } from 'react';
import { styled } from 'styled-components';
import { EmptyLibrary } from '../books/EmptyLibrary.tsx';
import { LazyDialog } from '../data/LazyDialog.tsx';
import { ActiveFilters } from '../shelf/ActiveFilters.tsx';
import { BookGrid } from '../shelf/BookGrid.tsx';
import { BookTable } from '../shelf/BookTable.tsx';
import { LetterIndex } from '../shelf/LetterIndex.tsx';
import { NoResults } from '../shelf/NoResults.tsx';
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

/** Floating button that links to /upload. */
function AddButton() {
  const { navigation } = useHost();
  const t = useTranslate();
  return (
    <Float data-away={useHideOnScroll()}>
      <navigation.Link to="/upload" aria-label={t('Upload Books')} title={t('Upload Books')}>
        <Plus aria-hidden />
      </navigation.Link>
    </Float>
  );
}

const Float = styled.div`
  position: fixed;
  z-index: ${layer.sticky};
  inset-block-end: ${space(6)};
  /* In the margin of the page, so that it covers none of it. */
  inset-inline-end: ${space(1)};
  & > a {
    display: grid;
    place-content: center;
    inline-size: 3rem;
    block-size: 3rem;
    border-radius: ${radius.round};
    background: ${color.accent};
    color: ${color.accentText};
    box-shadow: ${shadow.float};
    transition: background-color ${duration.fast};
    &:hover { background: ${color.accentHover}; color: ${color.accentText}; }
    &:focus-visible { border-radius: ${radius.round}; }
  }
  /* In one row with the quick menu, above the bottom bar. */
  @media ${media.narrow} {
    transition: opacity ${duration.normal};
    &[data-away='true']:not(:focus-within, :has([data-state='open'])) { opacity: 0; pointer-events: none; }
    inset-block-end: calc(4.5rem + env(safe-area-inset-bottom));
    inset-inline-end: calc(${space(4)} + 2.75rem + ${space(2)});
    & > a { inline-size: 2.75rem; block-size: 2.75rem; }
  }
`;
