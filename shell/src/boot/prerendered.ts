import { pathOf } from '@lectern/client/common/basePath.ts';

/** Does the document show a page that was made at build (tools/prerender.mjs), to whom it is meant for? */
export function isPrerendered(): boolean {
  const { prerendered, unfit } = document.documentElement.dataset;
  return unfit === undefined && prerendered === pathOf(window.location.pathname);
}

/** Such a page of a reader has no content until it is drawn (firstView.ts). */
export const isSignedInFrame = (): boolean =>
  isPrerendered() && document.documentElement.dataset.of === 'reader';

/** Is it there with all that it has to show? */
export const isWhole = (): boolean =>
  isPrerendered() && document.querySelector('.prerendered [aria-busy]') === null;

/** It cannot be filled as it was made: the logo stands in its place until the app is there. */
export function takeBack(): void {
  document.documentElement.dataset.unfit = '';
}

/** A link that did not come by then is not waited for. */
const longestWaitMs = 30_000;

/**
 * Follows the keyboard on a page that is about to be replaced by its like.
 * @returns gives the focus to the same link of the page that is there now; nothing if nobody had come to one
 */
export function keepFocus(place: Element): () => void {
  let held: { element: HTMLElement; index: number } | null = null;
  // The page made at build has the navigation of every width: only what is visible can have the focus.
  const likes = (one: HTMLElement) =>
    [...place.querySelectorAll<HTMLElement>(one.tagName)].filter(
      (other) => other.checkVisibility() && alike(one, other),
    );
  const look = () => {
    const element = document.activeElement;
    const inside = element instanceof HTMLElement && place.contains(element);
    held = inside ? { element, index: likes(element).indexOf(element) } : null;
  };
  look();
  place.addEventListener('focusin', look);
  return () => {
    place.removeEventListener('focusin', look);
    if (held === null || held.element.isConnected) return;
    const { element, index } = held;
    /** @returns whether there is nothing left to do: the link has the focus, or the reader went elsewhere */
    const give = () => {
      if (document.activeElement !== document.body) return true;
      const found = likes(element)[index];
      found?.focus({ preventScroll: true });
      return found !== undefined;
    };
    if (give()) return;
    // A skeleton has no links yet.
    const watch = new MutationObserver(() => give() && watch.disconnect());
    watch.observe(place, { childList: true, subtree: true });
    setTimeout(() => watch.disconnect(), longestWaitMs);
  };
}

/** A link is known by its words; what holds the page's words, which may be more by now, by its role. */
const alike = (one: Element, other: Element) =>
  one.getAttribute('href') === other.getAttribute('href') &&
  one.getAttribute('role') === other.getAttribute('role') &&
  (one.matches('main, [role]') || one.textContent === other.textContent);
