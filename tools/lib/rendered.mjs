/**
 * The shell's program that renders pages at build (shell/src/prerender), and what is done to markup that comes from it.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** A program that was built for Node, as it is now: an earlier one of the same path is forgotten. */
export function built(file) {
  const require = createRequire(import.meta.url);
  delete require.cache[file];
  return require(file);
}

/** @param {'pages' | 'firstViews'} what of shell/src/prerender */
export const renderer = (what) => built(join(root, '.cache', 'prerender', `${what}.cjs`));

/** What a control gets: it can neither be pressed nor typed into, and looks as it will. */
const still = { button: 'inert', input: 'inert readonly', select: 'inert aria-disabled="true"' };

/**
 * Before the app is there a control does nothing, and a form must not
 * send a password by itself: it waits. Links lead on.
 */
export const waiting = (html) =>
  html.replaceAll(/<(button|input|select) /g, (_, control) => `<${control} ${still[control]} `);
