/** What is rendered while building cannot hold up the build. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { callInTime } from '../lib/build/callInTime.mjs';
import { root } from '../lib/paths.mjs';

const moduleOf = (source) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);
const what = 'Rendering the pages of mf-x';

test('[O-05] a page that loops for ever ends the build with a sentence', () => {
  const module = moduleOf('export const prerender = () => { for (;;); };');
  assert.throws(() => callInTime(module, 'prerender', [], { what, ms: 2_000 }), {
    message: `${what} did not end within 2 s. Does a component of it loop for ever?`,
  });
});

test('[O-05] a page that cannot be rendered fails the build, another one gets its arguments', () => {
  const fails = moduleOf(
    'export const prerender = (name) => { if (name !== "mf-x") throw new Error(name); };',
  );
  assert.throws(() => callInTime(fails, 'prerender', ['mf-y'], { what }), { message: `${what} failed.` });
  callInTime(fails, 'prerender', ['mf-x'], { what });
});

test('[O-05] a build renders with a time limit only', () => {
  for (const file of ['tools/build.mjs', 'tools/lib/build/buildRemote.mjs'])
    assert.doesNotMatch(readFileSync(join(root, file), 'utf8'), /import\([^)]*prerender\.mjs/);
});
