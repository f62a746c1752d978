import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useMemo } from 'react';
import { type SortOrder, sortOrders } from '../books/sortBooks.ts';
import { defaultColumns, type ListColumn, listColumns } from '../shelf/listColumns.ts';

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
function preferred(stored: (name: keyof typeof libraryDefaults) => unknown): {
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

/** The library's view preferences, stored in this browser. */
export function useLibraryPreferences() {
  const { preferences } = useHost();
  const use = (name: keyof typeof libraryDefaults) =>
    useReadable(preferences.watch<unknown>(name, libraryDefaults[name]));
  const stored = {
    'library.view': use('library.view'),
    'library.sort': use('library.sort'),
    'library.grouped': use('library.grouped'),
    'library.dense': use('library.dense'),
    'library.columns': use('library.columns'),
  };
  const change = useMemo(
    () => ({
      setGrouped: (next: boolean) => preferences.set('library.grouped', next),
      setDense: (next: boolean) => preferences.set('library.dense', next),
      setColumns: (next: readonly ListColumn[]) => preferences.set('library.columns', next),
      setView: (next: LibraryView) => preferences.set('library.view', next),
      setOrder: (next: SortOrder) => preferences.set('library.sort', next),
    }),
    [preferences],
  );
  return { ...change, ...preferred((name) => stored[name]) };
}
