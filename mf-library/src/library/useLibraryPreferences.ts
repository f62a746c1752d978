import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useMemo } from 'react';
import type { SortOrder } from '../books/sortBooks.ts';
import { type LibraryView, libraryDefaults, preferred } from './libraryPreferences.ts';
import type { ListColumn } from './shelf/listColumns.ts';

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
