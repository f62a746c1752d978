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
export function isSelecting(surface: Surface): boolean {
  const document = 'getSelection' in surface ? surface : surface.ownerDocument;
  return !(document.getSelection()?.isCollapsed ?? true);
}
