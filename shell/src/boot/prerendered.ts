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
 * Remembers the focused link of a prerendered page that the app is about to replace.
 * @returns restores the focus to the same link of the new page, if a link had it
 */
export function keepFocus(container: Element): () => void {
  let focused: { element: HTMLElement; index: number } | null = null;
  // The prerendered page has the navigation of every width: only visible links can have the focus.
  const linksLike = (link: HTMLElement) =>
    [...container.querySelectorAll<HTMLElement>(link.tagName)].filter(
      (other) => other.checkVisibility() && isSameLink(link, other),
    );
  const remember = () => {
    const element = document.activeElement;
    const inside = element instanceof HTMLElement && container.contains(element);
    focused = inside ? { element, index: linksLike(element).indexOf(element) } : null;
  };
  remember();
  container.addEventListener('focusin', remember);
  return () => {
    container.removeEventListener('focusin', remember);
    if (focused === null || focused.element.isConnected) return;
    const { element, index } = focused;
    /** @returns whether it is done: the link has the focus, or the reader moved the focus elsewhere */
    const restore = () => {
      if (document.activeElement !== document.body) return true;
      const link = linksLike(element)[index];
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

/** Identifies a link by its text, and a container, whose text may have grown, by its role. */
const isSameLink = (a: Element, b: Element) =>
  a.getAttribute('href') === b.getAttribute('href') &&
  a.getAttribute('role') === b.getAttribute('role') &&
  (a.matches('main, [role]') || a.textContent === b.textContent);
