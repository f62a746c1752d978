import type { Gestures, Surface } from './gestures.ts';

/** Milliseconds after the last wheel event at which zooming has ended. */
const zoomEndMs = 300;
/** Wheel pixels for a factor of e. */
const pixelsPerE = 300;

/** Pinch and Ctrl+wheel, around the fingers or the pointer. */
export function bindZoom(
  surface: Surface,
  { zoom, zoomed }: Pick<Gestures, 'zoom' | 'zoomed'>,
  signal: AbortSignal,
): void {
  if (!zoom) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));
  surface.addEventListener(
    'wheel',
    (happened) => {
      const event = happened as WheelEvent;
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / pixelsPerE), event.clientX, event.clientY);
      clearTimeout(timer);
      timer = setTimeout(() => zoomed?.(), zoomEndMs);
    },
    { signal, passive: false },
  );

  let apart: number | null = null;
  const fingersOf = ({ touches }: TouchEvent) => {
    const [a, b] = [touches[0], touches[1]];
    if (touches.length !== 2 || !a || !b) return null;
    return {
      apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
      x: (a.clientX + b.clientX) / 2,
      y: (a.clientY + b.clientY) / 2,
    };
  };
  surface.addEventListener(
    'touchstart',
    (event) => {
      apart = fingersOf(event as TouchEvent)?.apart ?? null;
    },
    { signal, passive: true },
  );
  surface.addEventListener(
    'touchmove',
    (event) => {
      const now = fingersOf(event as TouchEvent);
      if (apart === null || now === null) return;
      event.preventDefault();
      zoom(now.apart / apart, now.x, now.y);
      apart = now.apart;
    },
    { signal, passive: false },
  );
  for (const end of ['touchend', 'touchcancel']) {
    surface.addEventListener(
      end,
      () => {
        if (apart !== null) zoomed?.();
        apart = null;
      },
      { signal },
    );
  }
}
