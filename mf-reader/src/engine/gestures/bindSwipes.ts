import { canScroll } from '../scrollBox.ts';
import type { GestureOptions, Gestures, Surface } from './gestures.ts';
import { isSelecting } from './gestures.ts';
import { isOnPlayer } from './player.ts';

/** Minimum distance in pixels for a swipe, and for a slow one to turn the page. */
const swipeFrom = 10;
const swipeFor = 50;
/** Minimum velocity of a quick swipe, in pixels per millisecond. */
const quick = 0.4;

/** Horizontal swipes with one finger. */
export function bindSwipes(
  surface: Surface,
  on: Gestures,
  options: GestureOptions,
  signal: AbortSignal,
): void {
  let start: { x: number; y: number; time: number } | null = null;
  let swiping = false;

  surface.addEventListener(
    'touchstart',
    (happened) => {
      const event = happened as TouchEvent;
      const touch = event.touches[0];
      if (swiping) on.swipe(null);
      const isAlone =
        event.touches.length === 1 &&
        touch !== undefined &&
        !isSelecting(surface) &&
        !isOnPlayer(event.target);
      start = isAlone ? { x: touch.screenX, y: touch.screenY, time: event.timeStamp } : null;
      swiping = false;
    },
    { signal, passive: true },
  );
  surface.addEventListener(
    'touchmove',
    (happened) => {
      const touch = (happened as TouchEvent).touches[0];
      if (!start || !touch || !options.canSwipe() || isSelecting(surface)) return;
      const along = touch.screenX - start.x;
      const down = touch.screenY - start.y;
      if (!swiping && Math.abs(along) > swipeFrom && Math.abs(along) > Math.abs(down)) {
        // The finger scrolls a wide table.
        if (canScroll(happened.target, -along, 0)) {
          start = null;
          return;
        }
        swiping = true;
      }
      if (swiping) on.drag?.(along);
    },
    { signal, passive: true },
  );
  surface.addEventListener(
    'touchend',
    (happened) => {
      const event = happened as TouchEvent;
      const touch = event.changedTouches[0];
      if (swiping && start && touch) {
        const along = touch.screenX - start.x;
        const isQuick = Math.abs(along) / Math.max(1, event.timeStamp - start.time) > quick;
        const isFar = Math.abs(along) > swipeFor || (isQuick && Math.abs(along) > swipeFrom);
        on.swipe(isFar ? (along < 0 ? 'left' : 'right') : null);
      }
      swiping = false;
      start = null;
    },
    { signal },
  );
  surface.addEventListener(
    'touchcancel',
    () => {
      if (swiping) on.swipe(null);
      swiping = false;
      start = null;
    },
    { signal },
  );
}
