import { type SortOrder, sortOrders } from '../books/sortBooks.ts';
import { defaultColumns, type ListColumn, listColumns } from './shelf/listColumns.ts';

export type LibraryView = 'grid' | 'list';

/** Stored preferences of the library with their defaults. */
export const libraryDefaults = {
  'library.view': 'grid',
  'library.sort': 'status',
  'library.grouped': false,
  'library.dense': false,
  'library.columns': defaultColumns,
} as const;

/** Parses stored values, which may come from any version. */
export function preferred(stored: (name: keyof typeof libraryDefaults) => unknown): {
  view: LibraryView;
  order: SortOrder;
  grouped: boolean;
  dense: boolean;
  columns: readonly ListColumn[];
} {
  const order = stored('library.sort');
  const columns = stored('library.columns');
  return {
    view: stored('library.view') === 'list' ? 'list' : 'grid',
    order: sortOrders.find((sortOrder) => sortOrder === order) ?? libraryDefaults['library.sort'],
    grouped: stored('library.grouped') === true,
    dense: stored('library.dense') === true,
    columns: Array.isArray(columns)
      ? listColumns.filter((column) => columns.includes(column))
      : defaultColumns,
  };
}
