import { useEffect } from 'react';
import { isTyping } from './isTyping.ts';

/** Ctrl or Cmd with K anywhere, and / outside of fields, open the search. */
export function useSearchShortcut(open: () => void, offered: boolean): void {
  useEffect(() => {
    if (!offered) return;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      const modified = event.ctrlKey || event.metaKey;
      const asked =
        (modified && event.key.toLowerCase() === 'k') ||
        (!modified && event.key === '/' && !isTyping(event.target));
      if (!asked) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [open, offered]);
}
