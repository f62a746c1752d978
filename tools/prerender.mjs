/**
 * Prerenders a visitor's pages in every language that has texts: landing.<language>.html, login.… and signup.…, beside
 * index.html. They can be read, and their links work, before any script has run; the app then replaces them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { remoteNames, root, shellDist } from './lib/paths.mjs';
import { contentOf } from './lib/registry/publish.mjs';

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

/** @param {string} folder of the shell's build; the bundle of shell/src/prerender is compiled already */
export function prerender(folder = shellDist) {
  const program = join(root, '.cache', 'prerender', 'pages.cjs');
  const { renderPage, languages, pages } = createRequire(import.meta.url)(program);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const remotes = contentsOfBuild();
  // For a start without the registry (client/src/registry/registry.ts).
  writeFileSync(join(folder, 'remote-contents.json'), JSON.stringify(remotes));
  for (const { code, direction } of languages) {
    const texts = JSON.parse(readFileSync(join(root, 'shell/src/locales', `${code}.json`), 'utf8'));
    for (const [path, { file, title, waits }] of Object.entries(pages)) {
      const { html, styles } = renderPage(path, code, texts, remotes);
      const filled = page
        .replace(
          /<html lang="en" dir="ltr"/,
          `<html lang="${code}" dir="${direction}" data-prerendered="${path}"`,
        )
        // Visible content comes before the files of the app, except for a form, which does nothing without the app.
        .replaceAll(preloadedScripts, (link) => (waits ? link : ''))
        .replace(/<title>[^<]*<\/title>/, `<title>${escaped(texts[title] ?? title)} · Lectern</title>`)
        .replace('</head>', () => `<style id="prerendered">${styles}</style></head>`)
        .replace(
          '<div id="root">',
          () => `<div id="root"><div class="prerendered">${waits ? waiting(html) : html}</div>`,
        );
      if (filled.split('data-prerendered').length < 2 || !filled.includes('class="prerendered"'))
        throw new Error('shell/index.html has changed: prerendered pages cannot be inserted.');
      writeFileSync(join(folder, `${file}.${code}.html`), filled);
    }
  }
}

/** The content of this checkout's remotes in the form of the registry, without code to load. */
function contentsOfBuild() {
  const entries = remoteNames().map((name) => [name, { current: { description: contentOf(name) } }]);
  return { remotes: Object.fromEntries(entries) };
}
