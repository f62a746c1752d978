import { useCallback, useSyncExternalStore } from 'react';
import { media } from './tokens.ts';

/** Whether a media query matches; false without a window. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = globalThis.matchMedia?.(query);
      list?.addEventListener('change', onChange);
      return () => list?.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => globalThis.matchMedia?.(query).matches ?? false,
    () => false,
  );
}

/** Whether reduced motion is preferred, for scripted animation; `GlobalStyle` handles CSS. */
export function useReducedMotion(): boolean {
  return useMediaQuery(media.reducedMotion);
}
