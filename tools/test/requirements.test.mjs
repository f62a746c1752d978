import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../lib/paths.mjs';
import { filesBelow } from '../lib/registry/publish.mjs';
import { allRows, namedIn } from '../testing/requirements.mjs';

/** Run by `npm run acceptance`, by the visual regression test, or as samples only. */
const elsewhere = /^e2e\/(?:acceptance\/(?!api)|pictures\/)|node_modules\//;

test('every requirement and attack is named by a test that npm run test:all runs', () => {
  const files = ['shared-contracts', 'shared-ui', 'client', 'shell', 'server/test', 'tools/test', 'e2e']
    .concat(['library', 'reader', 'gamification', 'mentor', 'search'].map((name) => `mf-${name}`))
    .flatMap((folder) => filesBelow(join(root, folder)).map((file) => `${folder}/${file}`))
    .filter((file) => /\.(?:test|spec)\.(?:tsx?|mjs)$/.test(file) && !elsewhere.test(file));
  const named = new Set(files.flatMap((file) => [...namedIn(readFileSync(join(root, file), 'utf8'))]));
  assert.deepEqual(
    allRows().filter(({ id }) => !named.has(id)),
    [],
  );
});
