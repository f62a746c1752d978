import { type SortOrder, sortOrders } from '../books/sortBooks.ts';

export type LibraryView = 'grid' | 'list';

/** How a reader last had the library: what is kept under these names, and what counts where nothing is. */
export const libraryDefaults = {
  'library.view': 'grid',
  'library.sort': 'status',
  'library.grouped': false,
} as const;

/** As it was kept, made sense of: it may be of any age. */
export function preferred(kept: (name: keyof typeof libraryDefaults) => unknown): {
  view: LibraryView;
  order: SortOrder;
  grouped: boolean;
} {
  const order = kept('library.sort');
  return {
    view: kept('library.view') === 'list' ? 'list' : 'grid',
    order: sortOrders.find((known) => known === order) ?? libraryDefaults['library.sort'],
    grouped: kept('library.grouped') === true,
  };
}
