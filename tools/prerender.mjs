/**
 * Prerenders pages in every language that has texts. They can be read, and their links work, before any script of the
 * app has run; the app then replaces them. See docs/decisions.md.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { remoteNames, root, shellDist } from './lib/paths.mjs';
import { contentOf } from './lib/registry/publish.mjs';
import { firstViewFolder, firstViewsOf } from './rspack/config.mjs';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const preloadedScripts = /<link (?=[^>]*rel="preload")(?=[^>]*as="script")[^>]*>/g;

/** Attributes of a control that make it inactive without changing how it looks. */
const still = { button: 'inert', input: 'inert readonly', select: 'inert aria-disabled="true"' };

/**
 * Makes controls inactive until the app has started, so that a form cannot
 * send a password without the app. Links work.
 */
const waiting = (html) =>
  html.replaceAll(/<(button|input|select) /g, (_, control) => `<${control} ${still[control]} `);

/**
 * The registry says which script shows the first view: it is requested in the same way as
 * shell/src/routes/earlyRegistry.ts does, so that it is fetched once.
 */
const askedFirst = '<link rel="preload" as="fetch" href="/remotes.json" crossorigin="anonymous">';

const load = createRequire(import.meta.url);
/** The compiled program of shell/src/prerender. */
const loadShell = () => load(join(root, '.cache', 'prerender', 'pages.cjs'));

const textsOf = (workspace, language) =>
  JSON.parse(readFileSync(join(root, workspace, 'src/locales', `${language}.json`), 'utf8'));

/**
 * Writes landing.<language>.html, login.… and signup.… for a visitor, and library.… for a reader, beside index.html.
 * @param {string} folder of the shell's build; its program is compiled already
 */
export function prerender(folder = shellDist) {
  const { renderPage, languages, pages } = loadShell();
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const remotes = contentsOfBuild();
  // For a start without the registry (client/src/registry/registry.ts).
  writeFileSync(join(folder, 'remote-contents.json'), JSON.stringify(remotes));
  for (const { code, direction } of languages) {
    const texts = textsOf('shell', code);
    for (const [path, { file, title, of, waits }] of Object.entries(pages)) {
      const { html, styles } = renderPage(path, code, texts, remotes);
      const filled = page
        .replace(
          /<html lang="en" dir="ltr"/,
          `<html lang="${code}" dir="${direction}" data-prerendered="${path}" data-of="${of}"`,
        )
        // Visible content comes before the files of the app, except for a form, which does nothing without the app.
        .replaceAll(preloadedScripts, (link) => (of === 'visitor' && waits ? link : ''))
        .replace(/<title>[^<]*<\/title>/, `<title>${escaped(texts[title] ?? title)} · Lectern</title>`)
        .replace('<link as="font"', (link) => `${of === 'reader' ? askedFirst : ''}${link}`)
        .replace('</head>', () => `<style id="prerendered">${styles}</style></head>`)
        .replace(
          '<div id="root">',
          () => `<div id="root"><div class="prerendered">${waits ? waiting(html) : html}</div>`,
        );
      const whole =
        filled.includes('class="prerendered"') && (of === 'visitor' || filled.includes(askedFirst));
      if (filled.split('data-prerendered').length < 2 || !whole)
        throw new Error('shell/index.html has changed: prerendered pages cannot be inserted.');
      writeFileSync(join(folder, `${file}.${code}.html`), filled);
    }
  }
}

/**
 * Renders the first views of a remote's pages, and adds them to the scripts that show them:
 * first/<expose>.<language>.js beside its other files.
 * @param {string} name of the remote; the programs of its first views are compiled already
 * @param {string} build folder of its files
 */
export function firstViews(name, build) {
  const { renderFirstView, languages } = loadShell();
  mkdirSync(join(build, 'first'), { recursive: true });
  for (const view of firstViewsOf(name)) {
    const source = load(join(firstViewFolder(name), 'node', `${view}.cjs`));
    const script = readFileSync(join(firstViewFolder(name), 'browser', `${view}.js`), 'utf8');
    for (const { code } of languages) {
      const { parts, ...rest } = renderFirstView(source, code, textsOf(name, code));
      const still = Object.fromEntries(Object.entries(parts).map(([part, html]) => [part, waiting(html)]));
      const markup = JSON.stringify({ ...rest, parts: still });
      writeFileSync(
        join(build, 'first', `${view}.${code}.js`),
        `(()=>{const LECTERN_FIRST_MARKUP=${markup};${script}})();`,
      );
    }
  }
}

/** The content of this checkout's remotes in the form of the registry, without code to load. */
function contentsOfBuild() {
  const entries = remoteNames().map((name) => [name, { current: { description: contentOf(name) } }]);
  return { remotes: Object.fromEntries(entries) };
}
