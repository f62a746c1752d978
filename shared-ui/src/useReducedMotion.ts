import { media } from './tokens.ts';
import { useMediaQuery } from './useMediaQuery.ts';

/** Whether the reader asked for less motion: for movement made by script; CSS is settled by `GlobalStyle`. */
export function useReducedMotion(): boolean {
  return useMediaQuery(media.reducedMotion);
}
