import { useEffect } from 'react';
import { isSearchShortcut, takeSearchShortcut } from './searchShortcut.ts';

/** The shortcut opens the search, also when it was pressed before the app was there. */
export function useSearchShortcut(open: () => void, offered: boolean): void {
  useEffect(() => {
    if (!offered) return;
    const listen = (event: KeyboardEvent) => {
      if (!isSearchShortcut(event)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', listen);
    if (takeSearchShortcut()) open();
    return () => window.removeEventListener('keydown', listen);
  }, [open, offered]);
}
