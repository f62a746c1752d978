import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useCallback, useEffect, useState } from 'react';
import { useWidgets } from '../boundaries/Slot.tsx';
import { useShell } from '../host/shell.ts';
import type { PlacedWidget } from '../routes/routeTypes.ts';
import { useSearchShortcut } from './useSearchShortcut.ts';

export interface Search {
  /** The overlay; null while no remote brings one. */
  widget: PlacedWidget | null;
  isOpen: boolean;
  /** Is it there, open or ready to be opened? Until somebody comes near it nothing of it is loaded. */
  wanted: boolean;
  open(): void;
  close(): void;
  /** It could not be shown: the next opening begins from nothing. */
  fail(): void;
  /** The reader may be about to open it: gets it ready, and says nothing when that does not work. */
  approach(): void;
}

/** The ways to it: the same functions for as long as the reader is here. */
export type SearchDoor = Pick<Search, 'open' | 'approach'>;

/**
 * Whether the search overlay is open, and the ways to open it.
 * @param offered a visitor has nothing to search.
 */
export function useSearch(offered: boolean): Search {
  const { loader, navigation } = useShell();
  const [widget] = useWidgets('search');
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
        widget ? loader.prefetch(widget).then((there) => there && setWanted(true)) : Promise.resolve(),
      ),
    [loader, widget],
  );
  useSearchShortcut(open, offered);
  // The shortcut of the installed app.
  useEffect(() => {
    const { pathname, search } = navigation.location.get();
    if (!offered || !new URLSearchParams(search).has('search')) return;
    navigation.go(pathname, { replace: true });
    open();
  }, [offered, navigation, open]);
  return { widget: widget ?? null, isOpen, wanted, open, close, fail, approach };
}
