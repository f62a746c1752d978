import { isSearchShortcut, takeSearchShortcut } from '@lectern/client/common/searchShortcut.ts';
import { singleKeysPreference } from '@lectern/shared-contracts/domain/singleKeys.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useEffect } from 'react';

/** Opens the search by its shortcut, also when it was pressed before the app had started. */
export function useSearchShortcut(open: () => void): void {
  const singleKeys = useReadable(useHost().preferences.watch(singleKeysPreference, true));
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isSearchShortcut(event, singleKeys)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', listen);
    if (takeSearchShortcut()) open();
    return () => window.removeEventListener('keydown', listen);
  }, [open, singleKeys]);
}
