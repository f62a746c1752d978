import { type SortOrder, sortOrders } from '../books/sortBooks.ts';

export type LibraryView = 'grid' | 'list';

/** Stored preferences of the library with their defaults. */
export const libraryDefaults = {
  'library.view': 'grid',
  'library.sort': 'status',
  'library.grouped': false,
  'library.dense': false,
} as const;

/** Parses stored values, which may come from any version. */
export function preferred(kept: (name: keyof typeof libraryDefaults) => unknown): {
  view: LibraryView;
  order: SortOrder;
  grouped: boolean;
  dense: boolean;
} {
  const order = kept('library.sort');
  return {
    view: kept('library.view') === 'list' ? 'list' : 'grid',
    order: sortOrders.find((known) => known === order) ?? libraryDefaults['library.sort'],
    grouped: kept('library.grouped') === true,
    dense: kept('library.dense') === true,
  };
}
