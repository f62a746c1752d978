/** What the reader takes from the style sheet of pdf.js. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '../lib/paths.mjs';
import pdfViewerRules from '../rspack/pdfViewerRules.mjs';

const sheet = readFileSync(join(root, 'node_modules', 'pdfjs-dist', 'web', 'pdf_viewer.css'), 'utf8');

test('only the rules for text and XFA forms are taken from the style sheet of pdf.js', () => {
  const selectors = [...pdfViewerRules(sheet).matchAll(/^([^\s}][^{]*)\{/gm)].map(([, selector]) =>
    selector.trim(),
  );
  assert.ok(selectors.includes('.textLayer') && selectors.includes('.xfaTable .xfaRow'));
  assert.deepEqual(
    selectors.filter((selector) => !selector.includes('.xfa') && selector !== '.textLayer'),
    [],
  );
});

test('the build fails with a message if pdf.js has none', () => {
  assert.throws(() => pdfViewerRules('.page { margin: 0; }'), /adapt tools\/rspack\/pdfViewerRules\.mjs/);
});
