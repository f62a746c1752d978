/** The change to the worker of pdf.js for large masks. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '../lib/paths.mjs';
import keepLargeMasksSmall from '../rspack/largeMasks.mjs';

const worker = readFileSync(join(root, 'node_modules', 'pdfjs-dist', 'build', 'pdf.worker.min.mjs'), 'utf8');

test('[P-06] the worker of pdf.js makes no bitmap of a mask above 16 million pixels', () => {
  assert.match(
    keepLargeMasksSmall(worker),
    /createMask\(\{image:(\w+),isOffscreenCanvasSupported:\1\.dict\.get\("W","Width"\)\*\1\.dict\.get\("H","Height"\)<=16777216&&/,
  );
});

test('the build fails with a message if the worker of pdf.js makes masks in another way', () => {
  assert.throws(() => keepLargeMasksSmall('createMask({image:t})'), /adapt tools\/rspack\/largeMasks\.mjs/);
});
