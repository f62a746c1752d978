/** Class of a box inside a chapter that scrolls by itself: a wide table. */
export const scrollBoxClass = 'lectern-scrolls';

/** The scrolling box around a node; null for none. */
export function scrollBoxOf(node: EventTarget | null): HTMLElement | null {
  const element = (node as Node | null)?.nodeType === Node.TEXT_NODE ? (node as Node).parentElement : node;
  return (element as Element | null)?.closest?.<HTMLElement>(`.${scrollBoxClass}`) ?? null;
}

/**
 * Whether a box around the target can scroll further, so that a gesture or key is not for the page.
 * @param x positive to the right, 0 for not at all
 * @param y positive downwards
 */
export function canScroll(target: EventTarget | null, x: number, y: number): boolean {
  const box = scrollBoxOf(target);
  if (!box) return false;
  const width = box.scrollWidth - box.clientWidth;
  const height = box.scrollHeight - box.clientHeight;
  const isRtl = box.ownerDocument.defaultView?.getComputedStyle(box).direction === 'rtl';
  const left = box.scrollLeft + (isRtl ? width : 0);
  return canMove(left, width, x) || canMove(box.scrollTop, height, y);
}

/** Less than a pixel is rounding. */
const canMove = (from: number, max: number, by: number): boolean =>
  by > 0 ? from < max - 1 : by < 0 && from > 1;

type PressedKey = Pick<KeyboardEvent, 'target' | 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

const ways: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Whether an arrow key scrolls the focused box. */
export function isScrollKey({ target, key, altKey, ctrlKey, metaKey, shiftKey }: PressedKey): boolean {
  const [x, y] = ways[key] ?? [0, 0];
  return !(altKey || ctrlKey || metaKey || shiftKey) && isOnScreen(target) && canScroll(target, x, y);
}

/** A box on another page keeps the focus. */
function isOnScreen(target: EventTarget | null): boolean {
  const box = scrollBoxOf(target);
  const { left = 0, right = 0 } = box?.getBoundingClientRect() ?? {};
  return right > 0 && left < (box?.ownerDocument.defaultView?.innerWidth ?? 0);
}

/** Scrolls the box around a node so that a place inside it is visible. */
export function scrollBoxTo(node: Node | null, place: DOMRect | undefined): void {
  const box = scrollBoxOf(node);
  if (!box || !place) return;
  const { left, right, top, bottom } = box.getBoundingClientRect();
  if (place.left < left || place.right > right)
    box.scrollLeft += place.left - left - (right - left - place.width) / 2;
  if (place.top < top || place.bottom > bottom)
    box.scrollTop += place.top - top - (bottom - top - place.height) / 2;
}

/** Where on the page a box of text is: text that is scrolled out of view is at the edge of its scrolling box. */
export function boxOnPage(node: Node | null, box: DOMRect): DOMRect {
  const around = scrollBoxOf(node)?.getBoundingClientRect();
  if (!around) return box;
  const top = Math.min(Math.max(box.top, around.top), around.bottom);
  const bottom = Math.max(top, Math.min(box.bottom, around.bottom));
  return new DOMRect(around.left, top, around.width, bottom - top);
}
