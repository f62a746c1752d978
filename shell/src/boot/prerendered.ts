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
