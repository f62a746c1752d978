/**
 * The landing page, made at build in every language that has texts: landing.<language>.html beside index.html. It can
 * be read, and its links used, before any script has run; the app then takes its place.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root, shellDist } from './lib/paths.mjs';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** @param {string} folder of the shell's build; the bundle of shell/src/prerender is compiled already */
export function prerender(folder = shellDist) {
  const require = createRequire(import.meta.url);
  const bundle = join(root, '.cache', 'prerender', 'landing.cjs');
  delete require.cache[bundle];
  const { renderLanding, languages } = require(bundle);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  for (const { code, direction } of languages) {
    const file = join(root, 'shell/src/locales', `${code}.json`);
    if (!existsSync(file)) continue;
    const texts = JSON.parse(readFileSync(file, 'utf8'));
    const { html, styles } = renderLanding(code, texts);
    const title = texts['Your books, kept and read'] ?? 'Your books, kept and read';
    const filled = page
      .replace(/<html lang="en" dir="ltr"/, `<html lang="${code}" dir="${direction}" data-prerendered`)
      // What is in the document is to be seen first; the app asks for its files afterwards.
      .replaceAll(/<link (?=[^>]*rel="preload")(?=[^>]*as="script")[^>]*>/g, '')
      .replace(/<title>[^<]*<\/title>/, `<title>${escaped(title)} · Lectern</title>`)
      .replace('</head>', () => `<style id="prerendered">${styles}</style></head>`)
      .replace('<div id="root">', () => `<div id="root"><div class="prerendered">${html}</div>`);
    if (filled.split('data-prerendered').length < 2 || !filled.includes('class="prerendered"'))
      throw new Error('shell/index.html has changed: the landing page finds no place in it.');
    writeFileSync(join(folder, `landing.${code}.html`), filled);
  }
}
