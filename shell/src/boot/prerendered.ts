import type { Shell } from '../host/shell.ts';
import { findRoute } from '../routes/findRoute.ts';
import { loaderOf } from '../routes/loaders.ts';

/** Does the document show a page that was made at build (tools/prerender.mjs), to a visitor? */
export function isPrerendered(): boolean {
  const { prerendered, returning } = document.documentElement.dataset;
  return returning === undefined && prerendered === window.location.pathname;
}

/** Loads the same page of the app, so that it can take the place of the one in the document within one frame. */
export async function bringSame({ remotes }: Pick<Shell, 'remotes'>): Promise<void> {
  const found = findRoute(window.location.pathname);
  if (found) await loaderOf(found.entry, remotes)();
}

/**
 * Notes where the keyboard is on a page that is about to be replaced by its like.
 * @returns gives the focus to the same link of the page that is there now; nothing if nobody had come to one
 */
export function keepFocus(place: Element): () => void {
  const held = document.activeElement;
  if (!(held instanceof HTMLElement) || !place.contains(held)) return () => undefined;
  const likeHeld = () =>
    [...place.querySelectorAll<HTMLElement>(held.tagName)].filter((one) => alike(one, held));
  const index = likeHeld().indexOf(held);
  return () => likeHeld()[index]?.focus({ preventScroll: true });
}

const alike = (one: Element, other: Element) =>
  one.textContent === other.textContent && one.getAttribute('href') === other.getAttribute('href');
