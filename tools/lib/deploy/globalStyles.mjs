/** Finds the style rules of a build that reach elements of the shell and of other remotes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Rules of the page that surround others; what is in other ones, such as @font-face, has no selectors. */
const surrounding = /^@(?:media|supports|layer|container|starting-style)\b/;
/** A class, an id or an attribute, which the page outside does not have by chance. */
const ofItsOwn = /[.#[]/;

/** The rules of a style sheet that are not inside others, and the ranges of their blocks. */
function* topRules(css) {
  let begin = 0;
  let depth = 0;
  let open = 0;
  for (let at = 0; at < css.length; at += 1) {
    if (css[at] === ';' && depth === 0) begin = at + 1;
    if (css[at] === '{' && ++depth === 1) open = at;
    if (css[at] !== '}' || --depth > 0) continue;
    yield { prelude: css.slice(begin, open).trim(), block: css.slice(open + 1, at) };
    begin = at + 1;
    depth = 0;
  }
}

/** What follows in brackets says nothing about the element itself; it may contain one more level of brackets. */
const excluded = /:(?:not|lang|dir|has)\((?:[^()]|\([^()]*\))*\)/g;

/** Splits a list of selectors at its own commas, not at those in :is(…). */
function selectorsOf(prelude) {
  const selectors = [''];
  let depth = 0;
  for (const character of prelude) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) selectors.push('');
    else selectors.push(selectors.pop() + character);
  }
  return selectors.map((selector) => selector.trim());
}

/** @param {string} css @returns {string[]} selectors without a class, an id or an attribute */
export function globalSelectors(css) {
  // Comments, and texts that may contain braces.
  const bare = css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/gs, '""');
  return [...topRules(bare)].flatMap(({ prelude, block }) => {
    if (surrounding.test(prelude)) return globalSelectors(block);
    if (prelude.startsWith('@')) return [];
    return selectorsOf(prelude).filter((selector) => !ofItsOwn.test(selector.replaceAll(excluded, '')));
  });
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
