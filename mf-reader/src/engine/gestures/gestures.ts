import { canScroll } from '../scrollBox.ts';

/** Where gestures are bound: the document of a chapter, or an element. */
export type Surface = Document | HTMLElement;

export type Direction = 'forward' | 'back';

/** Actions of gestures. Coordinates are CSS pixels of the surface's window. */
export interface Gestures {
  /** A click on an interactive element, such as a link; true when handled. */
  operate(event: Event): boolean;
  /** A click on the page; true when handled, for example by a highlight. */
  press(x: number, y: number): boolean;
  /** A tap at the left or right edge, or in the middle. */
  tap(where: 'left' | 'middle' | 'right', target: EventTarget | null): void;
  /** A double tap. Without it, taps in the middle take effect at once. */
  doubleTap?(x: number, y: number): void;
  /** The mouse has moved. @param selects whether it selects text */
  point(selects: boolean): void;
  /** The page is dragged by this many pixels; positive to the right. */
  drag?(by: number): void;
  /** The end of a drag: by a swipe to the left or right; null when released. */
  swipe(to: 'left' | 'right' | null): void;
  /** The wheel turns the page. */
  wheel(direction: Direction): void;
  /** A wheel, finger, pressed pointer or key, which may scroll; a scroll bar is pressed. */
  act?(): void;
  /** Pinch or Ctrl+wheel; handled by the browser when missing. */
  zoom?(factor: number, x: number, y: number): void;
  /** Zooming has ended. */
  zoomed?(): void;
}

export interface GestureOptions {
  /** Whether taps at the left and right edge turn the page. */
  hasEdges(): boolean;
  /** Horizontal position of a point across the page, 0..1. */
  across(x: number): number;
  /** Whether a horizontal swipe turns the page. */
  canSwipe(): boolean;
  /** 'turns': the wheel turns the page at once; 'pulls': after scrolling to the end; or never. */
  wheel(): { does: 'turns' } | { does: 'pulls'; pixels: number } | { does: 'scrolls' };
  /** Whether the end is reached in that direction. */
  exhausted(direction: Direction): boolean;
}

/** Events that come before the reader's scrolling. */
const actions = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

type Listen = <E extends Event>(name: string, handle: (event: E) => void, passive?: boolean) => void;

/**
 * Binds taps, swipes, the wheel and zoom, for EPUB and PDF.
 * @returns removes the listeners
 */
export function bindGestures(surface: Surface, on: Gestures, options: GestureOptions): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const listen: Listen = (name, handle, passive = true) =>
    surface.addEventListener(name, handle as (event: Event) => void, { signal, passive });
  bindTaps(surface, listen, on, options, signal);
  bindSwipes(surface, listen, on, options);
  bindWheel(listen, on, options);
  bindZoom(listen, on, signal);
  for (const action of actions) listen(action, () => on.act?.());
  return () => controller.abort();
}

/** Width of the page-turn zones at the edges; smaller for a mouse, which selects text there. */
const edge = { touch: 0.25, mouse: 0.1 } as const;
/** Maximum time in milliseconds and distance in pixels of a double tap. */
const doubleTapTime = 280;
const doubleTapReach = 30;

/** Clicks and taps: on controls, highlights, the edges and the middle. */
function bindTaps(
  surface: Surface,
  listen: Listen,
  on: Gestures,
  options: GestureOptions,
  signal: AbortSignal,
): void {
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

  listen('pointerdown', () => {
    hadSelection = isSelecting(surface);
  });
  const onClick = (event: PointerEvent) => {
    if (isOnPlayer(event.target) || on.operate(event) || event.button !== 0 || isSelecting(surface)) return;
    if (on.press(event.clientX, event.clientY) || hadSelection) return;
    const width = event.pointerType === 'mouse' ? edge.mouse : edge.touch;
    const at = options.across(event.clientX);
    if (options.hasEdges() && at < width) on.tap('left', event.target);
    else if (options.hasEdges() && at > 1 - width) on.tap('right', event.target);
    else tapMiddle(event);
  };
  listen('click', onClick, false);
  listen('mousemove', ({ movementX, movementY, buttons }: MouseEvent) => {
    if (movementX || movementY) on.point(buttons !== 0 && isSelecting(surface));
  });
}

/** Minimum distance in pixels for a swipe, and for a slow one to turn the page. */
const swipeFrom = 10;
const swipeFor = 50;
/** Minimum velocity of a quick swipe, in pixels per millisecond. */
const quick = 0.4;

/** Horizontal swipes with one finger. */
function bindSwipes(surface: Surface, listen: Listen, on: Gestures, options: GestureOptions): void {
  let start: { x: number; y: number; time: number } | null = null;
  let swiping = false;

  listen('touchstart', ({ touches, target, timeStamp }: TouchEvent) => {
    const [touch] = touches;
    if (swiping) on.swipe(null);
    const isAlone = touches.length === 1 && touch && !isSelecting(surface) && !isOnPlayer(target);
    start = isAlone ? { x: touch.screenX, y: touch.screenY, time: timeStamp } : null;
    swiping = false;
  });
  listen('touchmove', ({ touches, target }: TouchEvent) => {
    const [touch] = touches;
    if (!start || !touch || !options.canSwipe() || isSelecting(surface)) return;
    const along = touch.screenX - start.x;
    const down = touch.screenY - start.y;
    if (!swiping && Math.abs(along) > swipeFrom && Math.abs(along) > Math.abs(down)) {
      // The finger scrolls a wide table.
      if (canScroll(target, -along, 0)) {
        start = null;
        return;
      }
      swiping = true;
    }
    if (swiping) on.drag?.(along);
  });
  listen('touchend', ({ changedTouches: [touch], timeStamp }: TouchEvent) => {
    if (swiping && start && touch) {
      const along = touch.screenX - start.x;
      const isQuick = Math.abs(along) / Math.max(1, timeStamp - start.time) > quick;
      const isFar = Math.abs(along) > swipeFor || (isQuick && Math.abs(along) > swipeFrom);
      on.swipe(isFar ? (along < 0 ? 'left' : 'right') : null);
    }
    swiping = false;
    start = null;
  });
  listen('touchcancel', () => {
    if (swiping) on.swipe(null);
    swiping = false;
    start = null;
  });
}

/** Wheel pixels per page. */
const pageFor = 60;
/** Milliseconds without a turn after a turn or scroll, because of inertia. */
const inertiaMs = 280;

/** The wheel, where it turns pages. */
function bindWheel(listen: Listen, on: Gestures, options: GestureOptions): void {
  let moved = 0;
  let pulled = 0;
  const onWheel = (event: WheelEvent) => {
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
  };
  listen('wheel', onWheel, false);
}

/** Milliseconds after the last wheel event at which zooming has ended. */
const zoomEndMs = 300;
/** Wheel pixels for a factor of e. */
const pixelsPerE = 300;

/** Pinch and Ctrl+wheel, around the fingers or the pointer. */
function bindZoom(listen: Listen, { zoom, zoomed }: Gestures, signal: AbortSignal): void {
  if (!zoom) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / pixelsPerE), event.clientX, event.clientY);
    clearTimeout(timer);
    timer = setTimeout(() => zoomed?.(), zoomEndMs);
  };
  listen('wheel', onWheel, false);

  let apart: number | null = null;
  const fingersOf = ({ touches }: TouchEvent) => {
    const [a, b] = touches;
    if (touches.length !== 2 || !a || !b) return null;
    return {
      apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
      x: (a.clientX + b.clientX) / 2,
      y: (a.clientY + b.clientY) / 2,
    };
  };
  listen('touchstart', (event: TouchEvent) => {
    apart = fingersOf(event)?.apart ?? null;
  });
  const onMove = (event: TouchEvent) => {
    const now = fingersOf(event);
    if (apart === null || now === null) return;
    event.preventDefault();
    zoom(now.apart / apart, now.x, now.y);
    apart = now.apart;
  };
  listen('touchmove', onMove, false);
  const onEnd = () => {
    if (apart !== null) zoomed?.();
    apart = null;
  };
  listen('touchend', onEnd);
  listen('touchcancel', onEnd);
}

/** Zooms a page in its scrolling container so that the point at this place of the window stays there. */
export function zoomAround(container: Element, page: Element, x: number, y: number, zoom: () => void): void {
  const before = page.getBoundingClientRect();
  zoom();
  const after = page.getBoundingClientRect();
  container.scrollBy({
    left: after.left + ((x - before.left) * after.width) / before.width - x,
    top: after.top + ((y - before.top) * after.height) / before.height - y,
    behavior: 'instant',
  });
}

/** Whether text is selected in the surface's document. */
function isSelecting(surface: Surface): boolean {
  const document = 'getSelection' in surface ? surface : surface.ownerDocument;
  return !(document.getSelection()?.isCollapsed ?? true);
}

/** Keys that operate the browser's media controls. */
const operating = /^(?: |Enter|Home|End|Arrow(?:Left|Right|Up|Down))$/;

/** Whether an event belongs to media controls, and must not turn the page. */
const isOnPlayer = (target: EventTarget | null): boolean =>
  Boolean((target as Element | null)?.closest?.('audio, video'));

/** Whether a key is for the focused media controls. */
export const isPlayerKey = ({ target, key }: Pick<KeyboardEvent, 'target' | 'key'>): boolean =>
  isOnPlayer(target) && operating.test(key);
