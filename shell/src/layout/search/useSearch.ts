import { isSearchShortcut, takeSearchShortcut } from '@lectern/client/common/searchShortcut.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { singleKeysPreference } from '@lectern/shared-contracts/domain/singleKeys.ts';
import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useCallback, useEffect, useState } from 'react';
import { useShell } from '../../host/shell.ts';

export type Search = ReturnType<typeof useSearch>;

/** Stable functions. */
export type SearchControls = Pick<Search, 'open' | 'approach'>;

/** State of the search overlay, and functions that open it. */
export function useSearch() {
  const { loader, navigation, routes } = useShell();
  const overlay = useReadable(routes.table).fills.find(({ point }) => point === 'shell/search') ?? null;
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const open = useCallback(() => {
    setWanted(true);
    setOpen(true);
  }, []);
  const close = useCallback(() => setOpen(false), []);
  const fail = useCallback(() => {
    setWanted(false);
    setOpen(false);
  }, []);
  const approach = useCallback(
    () =>
      runInBackground(
        overlay
          ? loader.prefetch(overlay).then((isLoaded) => isLoaded && setWanted(true))
          : Promise.resolve(),
      ),
    [loader, overlay],
  );
  useSearchShortcut(open);
  // The app shortcut of the installed app.
  useEffect(() => {
    const { pathname, search } = navigation.location.get();
    if (!new URLSearchParams(search).has('search')) return;
    navigation.go(pathname, { replace: true });
    open();
  }, [navigation, open]);
  return {
    /** The overlay; null if no remote provides one. */
    overlay,
    isOpen,
    /** Whether it is mounted, open or prefetched. Nothing is loaded before the first hover, focus or key. */
    wanted,
    open,
    close,
    /** Unmounts it after a failure, so that opening it again retries. */
    fail,
    /** Prefetches it on hover or focus; failures are silent. */
    approach,
  };
}

/** Opens the search by its shortcut, also when it was pressed before the app had started. */
function useSearchShortcut(open: () => void): void {
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
