/** Finds the style rules of a build that reach elements of the shell and of other remotes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Rules of the page that surround others; what is in other ones, such as @font-face, has no selectors. */
const surrounding = /^@(?:media|supports|layer|container|starting-style)\b/;
/** A class, an id or an attribute, which the page outside does not have by chance. */
const ofItsOwn = /[.#[]/;

/** What follows in brackets says nothing about the element itself; it may contain one more level of brackets. */
const excluded = /:(?:not|lang|dir|has)\((?:[^()]|\([^()]*\))*\)/g;

/** The commas of a list of selectors, not those in :is(…). */
const ownComma = /,(?![^()]*(?:\([^()]*\)[^()]*)*\))/;

/** @param {string} css @returns {string[]} selectors without a class, an id or an attribute */
export function globalSelectors(css) {
  // Comments, and texts that may contain braces.
  const bare = css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/gs, '""');
  const found = [];
  const around = [];
  for (const [, prelude, mark] of bare.matchAll(/([^{};]*)([{};])/g)) {
    if (mark === '}') around.pop();
    if (mark !== '{') continue;
    const rule = prelude.trim();
    const isOutside = around.every((outer) => surrounding.test(outer)) && !rule.startsWith('@');
    if (isOutside) found.push(...rule.split(ownComma).map((selector) => selector.trim()));
    around.push(rule);
  }
  return found.filter((selector) => !ofItsOwn.test(selector.replaceAll(excluded, '')));
}

/**
 * @param {{ name: string, files: readonly { path: string }[] }} description
 * @param {string} build folder of its files
 * @returns {string | null}
 */
export function stylesProblem({ name, files }, build) {
  const found = files
    .flatMap(({ path }) => {
      if (!/\.(?:css|js)$/.test(path)) return [];
      const text = readFileSync(join(build, path), 'utf8');
      if (path.endsWith('.css')) return globalSelectors(text);
      // A function of styled-components, which the shell provides: its name is left as it is.
      return text.includes('createGlobalStyle') ? ['createGlobalStyle'] : [];
    })
    .slice(0, 10);
  return found.length > 0
    ? `The styles of ${name} reach outside of it: ${found.join(', ')}. Begin each selector with a class of its own.`
    : null;
}
