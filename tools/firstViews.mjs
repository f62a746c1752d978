/**
 * Renders the first views of a remote's pages in every language at build time and adds them to the scripts that show
 * them: first/<expose>.<language>.js beside its other files. See docs/decisions.md.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { built, renderer, waiting } from './lib/build/rendered.mjs';
import { root } from './lib/paths.mjs';
import { firstViewFolder, firstViewsOf } from './rspack/config.mjs';

/**
 * @param {string} name of the remote, which has first views; their programs must be built already
 * @param {string} build folder of its files
 */
export function firstViews(name, build) {
  const views = firstViewsOf(name);
  const { renderFirstView, languages } = renderer('firstViews');
  mkdirSync(join(build, 'first'), { recursive: true });
  for (const view of views) {
    const source = built(join(firstViewFolder(name), 'node', `${view}.cjs`));
    const script = readFileSync(join(firstViewFolder(name), 'browser', `${view}.js`), 'utf8');
    for (const { code } of languages) {
      const texts = JSON.parse(readFileSync(join(root, name, 'src/locales', `${code}.json`), 'utf8'));
      const { parts, ...rest } = renderFirstView(source, code, texts);
      const still = Object.fromEntries(Object.entries(parts).map(([part, html]) => [part, waiting(html)]));
      const markup = JSON.stringify({ ...rest, parts: still });
      writeFileSync(
        join(build, 'first', `${view}.${code}.js`),
        `(()=>{const LECTERN_FIRST_MARKUP=${markup};${script}})();`,
      );
    }
  }
}
