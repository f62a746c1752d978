/**
 * Runs the shell's prerender program (shell/src/prerender), and postprocesses their markup.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../paths.mjs';

/** Loads a program that was built for Node, bypassing the module cache. */
function built(file) {
  const require = createRequire(import.meta.url);
  delete require.cache[file];
  return require(file);
}

/** The program of shell/src/prerender. */
export const renderer = () => built(join(root, '.cache', 'prerender', 'pages.cjs'));

/** Attributes of a control that make it inactive without changing how it looks. */
const still = { button: 'inert', input: 'inert readonly', select: 'inert aria-disabled="true"' };

/**
 * Makes controls inactive until the app has started, so that a form cannot
 * send a password without the app. Links work.
 */
export const waiting = (html) =>
  html.replaceAll(/<(button|input|select) /g, (_, control) => `<${control} ${still[control]} `);
