import { useHost } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { useMemo } from 'react';
import { type SortOrder, sortOrders } from './sortBooks.ts';

export type LibraryView = 'grid' | 'list';

/** How this reader last had the library: remembered in this browser. What was stored may be of any age. */
export function useLibraryPreferences() {
  const { preferences } = useHost();
  const view = useReadable(preferences.watch<string>('library.view', 'grid'));
  const order = useReadable(preferences.watch<string>('library.sort', 'status'));
  const grouped = useReadable(preferences.watch<boolean>('library.grouped', false));
  const change = useMemo(
    () => ({
      setGrouped: (next: boolean) => preferences.set('library.grouped', next),
      setView: (next: LibraryView) => preferences.set('library.view', next),
      setOrder: (next: SortOrder) => preferences.set('library.sort', next),
    }),
    [preferences],
  );
  return {
    ...change,
    grouped: grouped === true,
    view: (view === 'list' ? 'list' : 'grid') satisfies LibraryView as LibraryView,
    order: sortOrders.find((known) => known === order) ?? 'status',
  };
}
