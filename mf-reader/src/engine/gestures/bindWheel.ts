import { canScroll } from '../scrollBox.ts';
import type { GestureOptions, Gestures, Surface } from './gestures.ts';

/** Wheel pixels per page. */
const pageFor = 60;
/** Milliseconds without a turn after a turn or scroll, because of inertia. */
const inertiaMs = 280;

/** The wheel, where it turns pages. */
export function bindWheel(
  surface: Surface,
  on: Gestures,
  options: GestureOptions,
  signal: AbortSignal,
): void {
  let moved = 0;
  let pulled = 0;
  surface.addEventListener(
    'wheel',
    (happened) => {
      const event = happened as WheelEvent;
      if (event.ctrlKey) return;
      const wheel = options.wheel();
      const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const along = isSideways ? event.deltaX : event.deltaY;
      const direction = along > 0 ? 'forward' : 'back';
      if (canScroll(event.target, isSideways ? along : 0, isSideways ? 0 : along)) {
        moved = event.timeStamp;
        return;
      }
      if (wheel.does === 'turns') event.preventDefault();
      else if (wheel.does === 'scrolls' || !options.exhausted(direction)) {
        pulled = 0;
        moved = event.timeStamp;
        return;
      }
      if (event.timeStamp - moved < inertiaMs) return;
      pulled = Math.sign(pulled) === Math.sign(along) ? pulled + along : along;
      if (Math.abs(pulled) < (wheel.does === 'turns' ? pageFor : wheel.pixels)) return;
      pulled = 0;
      moved = event.timeStamp;
      on.wheel(direction);
    },
    { signal, passive: false },
  );
}
