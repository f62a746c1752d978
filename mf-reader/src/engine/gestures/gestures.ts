/** What a reader can touch: the document of a chapter, or an element of ours. */
export type Surface = Document | HTMLElement;

export type Direction = 'forward' | 'back';

/** What is done by gestures. Coordinates are those of the surface's window, in CSS pixels. */
export interface Gestures {
  /** A click on something that has its own effect, such as a link; true when it has been handled. */
  operate(event: Event): boolean;
  /** A click on the page; true when handled, as by a highlight. */
  press(x: number, y: number): boolean;
  /** A tap in the left or right edge, or between. */
  tap(where: 'left' | 'middle' | 'right', target: EventTarget | null): void;
  /** Two taps of a finger at one place. Without it, taps in the middle need not wait for a second one. */
  doubleTap?(x: number, y: number): void;
  /** The mouse has moved. */
  point(): void;
  /** The page is dragged by so many pixels; positive to the right. */
  drag?(by: number): void;
  /** A drag has ended: by a swipe to the left or right, or by letting go, which is null. */
  swipe(to: 'left' | 'right' | null): void;
  /** The wheel turns the page. */
  wheel(direction: Direction): void;
  /** Pinch or Ctrl+wheel. Without it, both are left to the browser. */
  zoom?(factor: number, x: number, y: number): void;
  /** Zooming has ended. */
  zoomed?(): void;
}

export interface GestureOptions {
  /** Whether taps at the left and right edge turn the page. */
  hasEdges(): boolean;
  /** Horizontal position of a point of the surface across the page, 0..1. */
  across(x: number): number;
  /** Whether a horizontal swipe turns the page. */
  canSwipe(): boolean;
  /** What the wheel does: 'turns' the page at once; 'pulls' it once there is nothing left to scroll, or never. */
  wheel(): { does: 'turns' } | { does: 'pulls'; pixels: number } | { does: 'scrolls' };
  /** Whether there is nothing left to scroll in that direction. */
  exhausted(direction: Direction): boolean;
}
