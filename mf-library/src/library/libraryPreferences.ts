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
export function preferred(stored: (name: keyof typeof libraryDefaults) => unknown): {
  view: LibraryView;
  order: SortOrder;
  grouped: boolean;
  dense: boolean;
} {
  const order = stored('library.sort');
  return {
    view: stored('library.view') === 'list' ? 'list' : 'grid',
    order: sortOrders.find((sortOrder) => sortOrder === order) ?? libraryDefaults['library.sort'],
    grouped: stored('library.grouped') === true,
    dense: stored('library.dense') === true,
  };
}
