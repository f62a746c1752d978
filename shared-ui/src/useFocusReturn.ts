import { useRef } from 'react';

/** Where focus was; for an item of a menu that is about to vanish, the button that opened the menu. */
function opener(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const trigger = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  const found = trigger ?? active;
  return found instanceof HTMLElement && found !== document.body ? found : null;
}

/**
 * Gives focus back to what had it when an overlay opened. Radix does this only for overlays with a trigger
 * of its own; ours are opened by state.
 */
export function useFocusReturn() {
  const origin = useRef<HTMLElement | null>(null);
  return {
    remember: () => {
      origin.current = opener();
    },
    giveBack: (event: Event) => {
      event.preventDefault();
      if (origin.current?.isConnected) origin.current.focus();
      origin.current = null;
    },
  };
}
