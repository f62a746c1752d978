/**
 * npm run pdf-corpus [-- folder …]: compares the first page and three others of every PDF in a folder, as the built
 * product shows them in a real Chromium, with poppler's rendering and text (e2e/pdf-corpus). Prints a line for each
 * file; a file fails if a page differs more than it may, and pictures of the differences are in test-results.
 *
 * The default folders are ../shared/books/pdf and ../shared/books/hostile. Requires pdftoppm and pdftotext
 * (Debian: poppler-utils).
 */
import './lib/build/forTests.mjs';
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { e2e } from './e2e.mjs';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { root } from './lib/paths.mjs';

await ensureInstalled();
if (spawnSync('pdftoppm', ['-v']).error) {
  console.error('pdftoppm is not installed. On Debian: apt-get install poppler-utils');
  process.exit(2);
}
const named = process.argv.slice(2).map((folder) => resolve(folder));
const usual = ['pdf', 'hostile'].map((name) => join(root, '..', 'shared', 'books', name));
process.env.LECTERN_PDF_FOLDERS = (named.length > 0 ? named : usual).join('\n');
process.env.LECTERN_E2E_REPORT = join(root, '.cache', 'results', 'pdf-corpus.json');
process.exit(await e2e(['e2e/pdf-corpus/']));
