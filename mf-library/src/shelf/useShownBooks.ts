import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import type { SessionFacts, StatusFilter } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { booksOfCollection } from '@lectern/shared-contracts/domain/books/smartRule.ts';
import { useData, useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useMemo } from 'react';
import { selectBooks } from '../books/selectBooks.ts';
import { inSeriesOrder } from '../books/seriesStacks.ts';
import { filterTest, type ShelfFilters } from '../books/shelfFilters.ts';
import { type SortOrder, sortBooks } from '../books/sortBooks.ts';
import { itemsOf } from '../data/itemsOf.ts';

interface ShelfQuery {
  filter: StatusFilter;
  query: string;
  filters: ShelfFilters;
  order: SortOrder;
  active: SessionFacts | null;
}

/** The filtered books in order. Sorted once, since sorting takes longer than filtering. */
export function useShownBooks(
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
