import { useRef } from 'react';

/** The element to return focus to; for a menu item, the trigger of its menu. */
function opener(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const trigger = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  const target = trigger ?? active;
  return target instanceof HTMLElement && target !== document.body ? target : null;
}

/**
 * Returns focus when an overlay closes. Radix does so only for overlays with a trigger
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
