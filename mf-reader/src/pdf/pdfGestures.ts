export interface PdfGestures {
  /** A click on a page; true when handled. */
  press(x: number, y: number): boolean;
  tap(where: 'left' | 'middle' | 'right'): void;
  point(): void;
  /** A horizontal swipe, or scrolling past the end. */
  turn(where: 'left' | 'right' | 'down' | 'up'): void;
  zoom(factor: number, origin: [number, number]): void;
  /** Pinch or wheel zoom has ended. */
  zoomed(): void;
}

const edge = { touch: 0.25, mouse: 0.1 } as const;
const wheelRest = 300;
const wheelFor = 60;
const swipeFor = 50;

/** Binds pointer, wheel and pinch gestures until the signal aborts. */
export function bindPdfGestures(container: HTMLElement, on: PdfGestures, signal: AbortSignal): void {
  let hadSelection = false;
  const selecting = () => !(document.getSelection()?.isCollapsed ?? true);

  container.addEventListener(
    'pointerdown',
    () => {
      hadSelection = selecting();
    },
    { signal },
  );

  container.addEventListener(
    'click',
    (event) => {
      if ((event.target as Element).closest('a, button, input, select, textarea') || selecting()) return;
      if (on.press(event.clientX, event.clientY) || hadSelection) return;
      const box = container.getBoundingClientRect();
      const at = (event.clientX - box.left) / box.width;
      const width = (event as PointerEvent).pointerType === 'mouse' ? edge.mouse : edge.touch;
      on.tap(at < width ? 'left' : at > 1 - width ? 'right' : 'middle');
    },
    { signal },
  );

  container.addEventListener(
    'mousemove',
    ({ movementX, movementY }) => {
      if (movementX || movementY) on.point();
    },
    { signal },
  );

  bindSwipes(container, on, selecting, signal);
  bindWheel(container, on, signal);
  bindZoom(container, on, signal);
  bindPinch(container, on, signal);
}

function bindSwipes(
  container: HTMLElement,
  on: PdfGestures,
  selecting: () => boolean,
  signal: AbortSignal,
): void {
  let start: Touch | null = null;
  container.addEventListener(
    'touchstart',
    ({ touches }) => {
      start = touches.length === 1 ? (touches[0] ?? null) : null;
    },
    { signal, passive: true },
  );
  container.addEventListener(
    'touchend',
    ({ changedTouches }) => {
      const end = changedTouches[0];
      const wider = container.scrollWidth > container.clientWidth + 2;
      if (!start || !end || wider || selecting()) return;
      const along = end.screenX - start.screenX;
      const down = end.screenY - start.screenY;
      if (Math.abs(along) > swipeFor && Math.abs(along) > 1.5 * Math.abs(down))
        on.turn(along < 0 ? 'left' : 'right');
    },
    { signal },
  );
}

function bindWheel(container: HTMLElement, on: PdfGestures, signal: AbortSignal): void {
  let pulled = 0;
  let moved = 0;
  container.addEventListener(
    'wheel',
    ({ ctrlKey, deltaY, timeStamp }) => {
      const { scrollTop, scrollHeight, clientHeight } = container;
      const room = deltaY > 0 ? scrollHeight - clientHeight - scrollTop : scrollTop;
      if (ctrlKey || room > 2) {
        moved = timeStamp;
        pulled = 0;
        return;
      }
      if (timeStamp - moved < wheelRest) return;
      pulled = Math.sign(pulled) === Math.sign(deltaY) ? pulled + deltaY : deltaY;
      if (Math.abs(pulled) < wheelFor) return;
      pulled = 0;
      moved = timeStamp;
      on.turn(deltaY > 0 ? 'down' : 'up');
    },
    { signal, passive: true },
  );
}

function bindZoom(container: HTMLElement, on: PdfGestures, signal: AbortSignal): void {
  let rest: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(rest));
  container.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      on.zoom(Math.exp(-event.deltaY / 300), [event.clientX, event.clientY]);
      clearTimeout(rest);
      rest = setTimeout(() => on.zoomed(), wheelRest);
    },
    { signal, passive: false },
  );
}

function bindPinch(container: HTMLElement, on: PdfGestures, signal: AbortSignal): void {
  let before: number | null = null;
  const apart = (touches: TouchList) => {
    const [a, b] = [touches[0], touches[1]];
    return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : null;
  };
  container.addEventListener(
    'touchstart',
    ({ touches }) => {
      before = touches.length === 2 ? apart(touches) : null;
    },
    { signal, passive: true },
  );
  container.addEventListener(
    'touchmove',
    (event) => {
      const now = event.touches.length === 2 ? apart(event.touches) : null;
      const [a, b] = [event.touches[0], event.touches[1]];
      if (before === null || now === null || !a || !b) return;
      event.preventDefault();
      on.zoom(now / before, [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2]);
      before = now;
    },
    { signal, passive: false },
  );
  container.addEventListener(
    'touchend',
    () => {
      if (before !== null) on.zoomed();
      before = null;
    },
    { signal },
  );
}
