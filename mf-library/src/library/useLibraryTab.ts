import { libraryNavigation } from '@lectern/shared-contracts/contract/navigationStates.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';

const libraryTabs = ['library', 'reading', 'statistics', 'collections', 'notes'] as const;
export type LibraryTab = (typeof libraryTabs)[number];

/**
 * The selected tab: from the navigation state (`page`), else from the address (`?tab=`). Selecting
 * another writes the address, so that a reload keeps it.
 */
export function useLibraryTab(): [LibraryTab, (tab: LibraryTab) => void] {
  const { navigation } = useHost();
  const { search, state } = useReadable(navigation.location);
  const inAddress = new URLSearchParams(search).get('tab');
  const tab = libraryNavigation(state).page ?? libraryTabs.find((name) => name === inAddress) ?? 'library';
  return [
    tab,
    (next) => navigation.go(next === 'library' ? '/library' : `/library?tab=${next}`, { replace: true }),
  ];
}
