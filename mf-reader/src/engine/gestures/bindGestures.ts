import { bindSwipes } from './bindSwipes.ts';
import { bindTaps } from './bindTaps.ts';
import { bindWheel } from './bindWheel.ts';
import { bindZoom } from './bindZoom.ts';
import type { GestureOptions, Gestures, Surface } from './gestures.ts';

/** Events that come before the reader's scrolling. */
const actions = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/**
 * Binds taps, swipes, the wheel and zoom, for EPUB and PDF.
 * @returns removes the listeners
 */
export function bindGestures(surface: Surface, on: Gestures, options: GestureOptions): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  bindTaps(surface, on, options, signal);
  bindSwipes(surface, on, options, signal);
  bindWheel(surface, on, options, signal);
  bindZoom(surface, on, signal);
  for (const action of actions) surface.addEventListener(action, () => on.act?.(), { signal, passive: true });
  return () => controller.abort();
}
