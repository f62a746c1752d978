/** What the reader takes from the style sheet of pdf.js. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '../lib/paths.mjs';
import xfaRules from '../rspack/xfaRules.mjs';

const sheet = readFileSync(join(root, 'node_modules', 'pdfjs-dist', 'web', 'pdf_viewer.css'), 'utf8');

test('only the rules for XFA forms are taken from the style sheet of pdf.js', () => {
  const selectors = xfaRules(sheet)
    .split('}')
    .map((rule) => rule.split('{')[0].trim())
    .filter(Boolean);
  assert.ok(selectors.includes('.xfaLayer *') && selectors.includes('.xfaTable .xfaRow'));
  assert.deepEqual(
    selectors.filter((selector) => !selector.includes('.xfa')),
    [],
  );
});

test('the build fails with a message if pdf.js has none', () => {
  assert.throws(() => xfaRules('.page { margin: 0; }'), /adapt tools\/rspack\/xfaRules\.mjs/);
});
