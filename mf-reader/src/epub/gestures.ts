import { linkAt } from './content/links.ts';

export interface Gestures {
  /** A click on a link. */
  link(element: Element): void;
  /** A click on the page; true when handled. */
  press(x: number, y: number): boolean;
  /** A click outside the page-turn edges; true when handled. */
  look(target: EventTarget | null): boolean;
  /** The page is dragged by so many pixels; positive to the right. */
  drag(by: number): void;
  /** The drag has ended: turn the page or snap back. */
  release(turn: 'left' | 'right' | null): void;
  /** A tap in the left or right edge, or between. */
  tap(where: 'left' | 'middle' | 'right'): void;
  /** Wheel over a paginated page, or past the end of a scrolled one. */
  wheel(direction: 'forward' | 'back'): void;
  point(): void;
  key(event: KeyboardEvent): void;
}

export interface GestureOptions {
  /** Paginated, otherwise scrolled. */
  paginated: boolean;
  /** Horizontal position of a frame's point across the page, 0..1. */
  across(x: number): number;
  /** For scrolled flow: whether the end is reached in that direction. */
  exhausted(direction: 'forward' | 'back'): boolean;
}

/** Fraction of the width at each side that turns the page; less for the mouse, which selects text there. */
const edge = { touch: 0.25, mouse: 0.1 } as const;
const swipeFrom = 10;
const swipeFor = 50;
const wheelFor = 60;
const wheelRest = 280;

/**
 * Binds gestures to a chapter's document or to the margins around it.
 * @returns a function that stops it.
 */
export function bindGestures(
  surface: Document | HTMLElement,
  on: Gestures,
  options: GestureOptions,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const selecting = () => 'getSelection' in surface && !(surface.getSelection()?.isCollapsed ?? true);
  let hadSelection = false;

  surface.addEventListener(
    'pointerdown',
    () => {
      hadSelection = selecting();
    },
    { signal },
  );

  surface.addEventListener(
    'click',
    (happened) => {
      const event = happened as PointerEvent;
      const link = linkAt(event.target);
      if (link) {
        event.preventDefault();
        on.link(link);
        return;
      }
      if (event.button !== 0 || selecting()) return;
      if (on.press(event.clientX, event.clientY)) return;
      if (hadSelection) return;
      const touch = event.pointerType !== 'mouse';
      const width = touch ? edge.touch : edge.mouse;
      const at = options.across(event.clientX);
      if (options.paginated && at < width) on.tap('left');
      else if (options.paginated && at > 1 - width) on.tap('right');
      else if (!on.look(event.target)) on.tap('middle');
    },
    { signal },
  );

  // A link clicked with the wheel or a modifier would navigate the frame.
  surface.addEventListener('auxclick', (event) => linkAt(event.target) && event.preventDefault(), { signal });
  surface.addEventListener('dragstart', (event) => linkAt(event.target) && event.preventDefault(), {
    signal,
  });
  surface.addEventListener('keydown', (event) => on.key(event as KeyboardEvent), { signal });
  surface.addEventListener(
    'mousemove',
    (event) => {
      const { movementX, movementY } = event as MouseEvent;
      if (movementX || movementY) on.point();
    },
    { signal },
  );

  bindSwipes(surface, on, options, selecting, signal);
  bindWheel(surface, on, options, signal);
  return () => controller.abort();
}

function bindSwipes(
  surface: Document | HTMLElement,
  on: Gestures,
  options: GestureOptions,
  selecting: () => boolean,
  signal: AbortSignal,
): void {
  let start: { x: number; y: number; time: number } | null = null;
  let swiping = false;
  const by = (touch: Touch | undefined) => (touch && start ? touch.screenX - start.x : 0);

  surface.addEventListener(
    'touchstart',
    (happened) => {
      const event = happened as TouchEvent;
      const touch = event.touches[0];
      const alone = event.touches.length === 1 && touch !== undefined && !selecting();
      start = alone ? { x: touch.screenX, y: touch.screenY, time: event.timeStamp } : null;
      swiping = false;
    },
    { signal, passive: true },
  );

  surface.addEventListener(
    'touchmove',
    (happened) => {
      const touch = (happened as TouchEvent).touches[0];
      if (!start || !touch || !options.paginated || selecting()) return;
      const along = by(touch);
      const down = touch.screenY - start.y;
      if (!swiping && Math.abs(along) > swipeFrom && Math.abs(along) > Math.abs(down)) swiping = true;
      if (swiping) on.drag(along);
    },
    { signal, passive: true },
  );

  surface.addEventListener(
    'touchend',
    (happened) => {
      const event = happened as TouchEvent;
      if (!swiping || !start) return;
      const along = by(event.changedTouches[0]);
      const fast = Math.abs(along) / Math.max(1, event.timeStamp - start.time) > 0.4;
      const far = Math.abs(along) > swipeFor;
      on.release(far || (fast && Math.abs(along) > swipeFrom) ? (along < 0 ? 'left' : 'right') : null);
      swiping = false;
      start = null;
    },
    { signal },
  );

  surface.addEventListener(
    'touchcancel',
    () => {
      if (swiping) on.release(null);
      swiping = false;
      start = null;
    },
    { signal },
  );
}

function bindWheel(
  surface: Document | HTMLElement,
  on: Gestures,
  options: GestureOptions,
  signal: AbortSignal,
): void {
  let turned = 0;
  let pulled = 0;
  surface.addEventListener(
    'wheel',
    (happened) => {
      const event = happened as WheelEvent;
      if (event.ctrlKey) return;
      const along = Math.abs(event.deltaY) > Math.abs(event.deltaX) ? event.deltaY : event.deltaX;
      const direction = along > 0 ? 'forward' : 'back';
      if (options.paginated) event.preventDefault();
      else if (!options.exhausted(direction)) {
        pulled = 0;
        turned = event.timeStamp;
        return;
      }
      if (event.timeStamp - turned < wheelRest) return;
      pulled = Math.sign(pulled) === Math.sign(along) ? pulled + along : along;
      if (Math.abs(pulled) < (options.paginated ? wheelFor : wheelFor * 4)) return;
      pulled = 0;
      turned = event.timeStamp;
      on.wheel(direction);
    },
    { signal, passive: false },
  );
}
