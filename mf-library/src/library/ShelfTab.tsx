import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { StatusFilter } from '@lectern/shared-contracts/domain/bookStatus.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { useMemo, useRef, useState } from 'react';
import { AddButton } from './AddButton.tsx';
import { BookGrid } from './BookGrid.tsx';
import { BookTable } from './BookTable.tsx';
import type { BookListHandle } from './bookList.ts';
import { EmptyLibrary } from './EmptyLibrary.tsx';
import { NothingShown } from './NothingShown.tsx';
import { RecentlyAdded } from './RecentlyAdded.tsx';
import { ShelfControls } from './ShelfControls.tsx';
import { countByFilter, selectBooks } from './selectBooks.ts';
import { type SortOrder, sortBooks } from './sortBooks.ts';
import { useBriefHighlight } from './useBriefHighlight.ts';
import type { LibraryView } from './useLibraryPreferences.ts';

interface ShelfTabProps {
  books: readonly Book[];
  view: LibraryView;
  order: SortOrder;
  onOrder: (order: SortOrder) => void;
}

/** The tab 'Library': the newest books, the filters, and every book as a grid or a list. */
export function ShelfTab({ books, view, order, onOrder }: ShelfTabProps) {
  const t = useTranslate();
  const active = useReadable(useHost().session.active);
  const [filter, setFilter] = useState<StatusFilter>('all');
  const [query, setQuery] = useState('');
  const counts = useMemo(() => countByFilter(books), [books]);
  const shown = useMemo(
    () => sortBooks(selectBooks(books, filter, query), order, active),
    [books, filter, query, order, active],
  );
  const list = useRef<BookListHandle>(null);
  const { highlightedId, highlight } = useBriefHighlight(list);

  const reset = () => {
    setFilter('all');
    setQuery('');
  };
  const choose = ({ id }: Book) => {
    if (!shown.some((book) => book.id === id)) reset();
    highlight(id);
  };

  if (books.length === 0) return <EmptyLibrary />;
  const label = t('Your books');
  const highlighted = books.find(({ id }) => id === highlightedId);
  const common = { books: shown, label, highlightedId, ref: list };
  return (
    <>
      <RecentlyAdded books={books} onChoose={choose} />
      <ShelfControls
        counts={counts}
        filter={filter}
        onFilter={setFilter}
        query={query}
        onQuery={setQuery}
        order={order}
        onOrder={onOrder}
      />
      <VisuallyHidden role="status">
        {highlighted
          ? t('Showing {{title}}', { title: highlighted.title })
          : t('{{count}} books', { count: shown.length })}
      </VisuallyHidden>
      {shown.length === 0 ? (
        <NothingShown filter={filter} query={query} onReset={reset} />
      ) : view === 'grid' ? (
        <BookGrid {...common} />
      ) : (
        <BookTable {...common} order={order} onOrder={onOrder} />
      )}
      <AddButton />
    </>
  );
}
