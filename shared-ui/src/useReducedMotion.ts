import { media } from './tokens.ts';
import { useMediaQuery } from './useMediaQuery.ts';

/** Whether reduced motion is preferred, for scripted animation; `GlobalStyle` handles CSS. */
export function useReducedMotion(): boolean {
  return useMediaQuery(media.reducedMotion);
}
