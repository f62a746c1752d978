import { useCallback, useEffect, useState } from 'react';
import { useShell } from '../host/shell.ts';
import { useSearchShortcut } from './useSearchShortcut.ts';

export interface Search {
  isOpen: boolean;
  /** Has it been wanted at all? Until then nothing of it is loaded. */
  wanted: boolean;
  open(): void;
  close(): void;
  /** It could not be shown: the next opening begins from nothing. */
  fail(): void;
  /** The reader is about to open it: fetch it ahead. */
  approach(): void;
}

/**
 * Whether the search overlay is open, and the ways to open it.
 * @param offered a visitor has nothing to search.
 */
export function useSearch(offered: boolean): Search {
  const { remotes, navigation } = useShell();
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
  const approach = useCallback(() => remotes.preload('mf-search', 'SearchOverlay'), [remotes]);
  useSearchShortcut(open, offered);
  // The shortcut of the installed app.
  useEffect(() => {
    const { pathname, search } = navigation.location.get();
    if (!offered || !new URLSearchParams(search).has('search')) return;
    navigation.go(pathname, { replace: true });
    open();
  }, [offered, navigation, open]);
  return { isOpen, wanted, open, close, fail, approach };
}
