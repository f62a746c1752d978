import { pathOf } from '@lectern/client/common/basePath.ts';

/** Whether the document shows a prerendered page (tools/prerender.mjs) that is meant for this visitor or reader. */
export function isPrerendered(): boolean {
  const { prerendered, unfit } = document.documentElement.dataset;
  return unfit === undefined && prerendered === pathOf(window.location.pathname);
}

/** A prerendered page of a reader is empty until its first view is drawn (firstView.ts). */
export const isSignedInFrame = (): boolean =>
  isPrerendered() && document.documentElement.dataset.of === 'reader';

/** Whether it is complete. */
export const isComplete = (): boolean =>
  isPrerendered() && document.querySelector('.prerendered [aria-busy]') === null;

/** Whether only the frame of the page is shown, with a skeleton. */
export const isFrameOnly = (): boolean => isPrerendered() && !isComplete();

/** The prerendered page does not fit this reader: shows the logo instead until the app has started. */
export function hidePrerendered(): void {
  document.documentElement.dataset.unfit = '';
}

/** Milliseconds to wait for the link to appear. */
const longestWaitMs = 30_000;

/**
 * Remembers what of a prerendered page has the focus, and what is pressed, until the app replaces it.
 * @returns call it when the app is shown: the same element of the new page receives the focus and the press
 */
export function keepInput(container: Element): () => void {
  const focus = keepFocus(container);
  const press = keepPress(container);
  return () => {
    focus();
    press();
  };
}

/** Finds an element again after the page was replaced: it is the one with this index among those like it. */
interface Found {
  element: HTMLElement;
  index: number;
}

// The prerendered page has the navigation of every width: only visible elements can have the focus or be pressed.
const elementsLike = (container: Element, element: HTMLElement) =>
  [...container.querySelectorAll<HTMLElement>(element.tagName)].filter(
    (other) => other.checkVisibility() && isSameElement(element, other),
  );

const found = (container: Element, element: HTMLElement): Found => ({
  element,
  index: elementsLike(container, element).indexOf(element),
});

const findAgain = (container: Element, { element, index }: Found) => elementsLike(container, element)[index];

function keepFocus(container: Element): () => void {
  let focused: Found | null = null;
  const remember = () => {
    const element = document.activeElement;
    const inside = element instanceof HTMLElement && container.contains(element);
    focused = inside ? found(container, element) : null;
  };
  remember();
  container.addEventListener('focusin', remember);
  return () => {
    container.removeEventListener('focusin', remember);
    const before = focused;
    if (before === null || before.element.isConnected) return;
    /** @returns whether it is done: the link has the focus, or the reader moved the focus elsewhere */
    const restore = () => {
      if (document.activeElement !== document.body) return true;
      const link = findAgain(container, before);
      link?.focus({ preventScroll: true });
      return link !== undefined;
    };
    if (restore()) return;
    // A skeleton has no links yet.
    const watch = new MutationObserver(() => restore() && watch.disconnect());
    watch.observe(container, { childList: true, subtree: true });
    setTimeout(() => watch.disconnect(), longestWaitMs);
  };
}

/**
 * A browser sends no click when the pressed element is replaced before the mouse button is released: this one does.
 * A click on a button, which does nothing yet, is repeated on the button of the app.
 */
function keepPress(container: Element): () => void {
  const inPage = (element: Element | null) =>
    element && container.contains(element) ? found(container, element as HTMLElement) : null;
  // It may have been pressed before this code was loaded.
  let pressed = inPage(container.querySelector('a:active, button:active'));
  let clicked: Found | null = null;
  const remember = ({ target, button }: PointerEvent) => {
    pressed = target instanceof Element && button === 0 ? inPage(target.closest('a, button')) : null;
  };
  const forget = ({ type, target }: Event) => {
    pressed = null;
    if (type === 'click' && target instanceof Element) clicked = inPage(target.closest('button'));
  };
  const releases = ['click', 'pointercancel'] as const;
  document.addEventListener('pointerdown', remember);
  for (const type of releases) document.addEventListener(type, forget);
  return () => {
    document.removeEventListener('pointerdown', remember);
    for (const type of releases) document.removeEventListener(type, forget);
    if (clicked && !clicked.element.isConnected) findAgain(container, clicked)?.click();
    const before = pressed;
    if (before === null || before.element.isConnected) return;
    const follow = ({ target }: Event) => {
      const element = findAgain(container, before);
      if (target instanceof Node && element?.contains(target)) element.click();
    };
    document.addEventListener('pointerup', follow, { once: true });
  };
}

/** Identifies a link or button by its text or name, and a container, whose text may have grown, by its role. */
const isSameElement = (a: Element, b: Element) =>
  ['href', 'role', 'aria-label'].every((name) => a.getAttribute(name) === b.getAttribute(name)) &&
  (a.matches('main, [role]') || a.textContent === b.textContent);
