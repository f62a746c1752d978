/**
 * The pages that a visitor meets first, made at build in every language that has texts: landing.<language>.html, login.… and
 * signup.… beside index.html. They can be read, and their links used, before any script has run; the app then takes their place.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root, shellDist } from './lib/paths.mjs';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const askedScripts = /<link (?=[^>]*rel="preload")(?=[^>]*as="script")[^>]*>/g;
/** A form does nothing before the app is there, and must not send a password by itself: it waits, in its own colours. */
const waits = (html) => html.replaceAll(/<(button|input|select) /g, '<$1 disabled ');
const calm = '.prerendered button:disabled { opacity: 1; }';

/** @param {string} folder of the shell's build; the bundle of shell/src/prerender is compiled already */
export function prerender(folder = shellDist) {
  const require = createRequire(import.meta.url);
  const bundle = join(root, '.cache', 'prerender', 'pages.cjs');
  delete require.cache[bundle];
  const { renderPage, languages, pages } = require(bundle);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  for (const { code, direction } of languages) {
    const texts = JSON.parse(readFileSync(join(root, 'shell/src/locales', `${code}.json`), 'utf8'));
    for (const [path, { file, title, plain }] of Object.entries(pages)) {
      const { html, styles } = renderPage(path, code, texts);
      const filled = page
        .replace(
          /<html lang="en" dir="ltr"/,
          `<html lang="${code}" dir="${direction}" data-prerendered="${path}"`,
        )
        // The start page is to be seen first, and the app asks for its files afterwards; a form is nothing without the app.
        .replaceAll(askedScripts, (link) => (plain ? link : ''))
        .replace(/<title>[^<]*<\/title>/, `<title>${escaped(texts[title] ?? title)} · Lectern</title>`)
        .replace('</head>', () => `<style id="prerendered">${styles}${plain ? calm : ''}</style></head>`)
        .replace(
          '<div id="root">',
          () => `<div id="root"><div class="prerendered">${plain ? waits(html) : html}</div>`,
        );
      if (filled.split('data-prerendered').length < 2 || !filled.includes('class="prerendered"'))
        throw new Error('shell/index.html has changed: the pages made at build find no place in it.');
      writeFileSync(join(folder, `${file}.${code}.html`), filled);
    }
  }
}
