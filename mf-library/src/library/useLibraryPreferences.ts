import { useHost } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { type SortOrder, sortOrders } from './sortBooks.ts';

export type LibraryView = 'grid' | 'list';

/** How this reader last had the library: remembered in this browser. What was stored may be of any age. */
export function useLibraryPreferences() {
  const { preferences } = useHost();
  const view = useReadable(preferences.watch<string>('library.view', 'grid'));
  const order = useReadable(preferences.watch<string>('library.sort', 'status'));
  const grouped = useReadable(preferences.watch<boolean>('library.grouped', false));
  return {
    grouped: grouped === true,
    setGrouped: (next: boolean) => preferences.set('library.grouped', next),
    view: (view === 'list' ? 'list' : 'grid') satisfies LibraryView as LibraryView,
    setView: (next: LibraryView) => preferences.set('library.view', next),
    order: sortOrders.find((known) => known === order) ?? 'status',
    setOrder: (next: SortOrder) => preferences.set('library.sort', next),
  };
}
