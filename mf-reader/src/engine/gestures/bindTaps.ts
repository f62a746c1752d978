import type { GestureOptions, Gestures, Surface } from './gestures.ts';
import { isSelecting } from './gestures.ts';
import { isOnPlayer } from './player.ts';

/** Width of the page-turn zones at the edges; smaller for a mouse, which selects text there. */
const edge = { touch: 0.25, mouse: 0.1 } as const;
/** Maximum time in milliseconds and distance in pixels of a double tap. */
const doubleTapTime = 280;
const doubleTapReach = 30;

/** Clicks and taps: on controls, highlights, the edges and the middle. */
export function bindTaps(surface: Surface, on: Gestures, options: GestureOptions, signal: AbortSignal): void {
  let hadSelection = false;
  let first: { x: number; y: number; timer: ReturnType<typeof setTimeout> } | null = null;
  const forget = () => {
    clearTimeout(first?.timer);
    first = null;
  };
  signal.addEventListener('abort', forget);

  /** A tap in the middle waits for a possible double tap. */
  const tapMiddle = (event: PointerEvent) => {
    const { clientX: x, clientY: y, target } = event;
    if (!on.doubleTap || event.pointerType === 'mouse') return on.tap('middle', target);
    const isSecond = first !== null && Math.hypot(x - first.x, y - first.y) < doubleTapReach;
    forget();
    if (isSecond) return on.doubleTap(x, y);
    const timer = setTimeout(() => {
      first = null;
      on.tap('middle', target);
    }, doubleTapTime);
    first = { x, y, timer };
  };

  surface.addEventListener(
    'pointerdown',
    () => {
      hadSelection = isSelecting(surface);
    },
    { signal },
  );
  surface.addEventListener(
    'click',
    (happened) => {
      const event = happened as PointerEvent;
      if (isOnPlayer(event.target) || on.operate(event) || event.button !== 0 || isSelecting(surface)) return;
      if (on.press(event.clientX, event.clientY) || hadSelection) return;
      const width = event.pointerType === 'mouse' ? edge.mouse : edge.touch;
      const at = options.across(event.clientX);
      if (options.hasEdges() && at < width) on.tap('left', event.target);
      else if (options.hasEdges() && at > 1 - width) on.tap('right', event.target);
      else tapMiddle(event);
    },
    { signal },
  );
  surface.addEventListener(
    'mousemove',
    (event) => {
      const { movementX, movementY, buttons } = event as MouseEvent;
      if (movementX || movementY) on.point(buttons !== 0 && isSelecting(surface));
    },
    { signal },
  );
}
