/** Production builds contain the production builds of libraries. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { rspack } from '@rspack/core';
import { root } from '../lib/paths.mjs';
import { base } from '../rspack/config.mjs';

for (const { mode, warns } of [
  { mode: 'production', warns: false },
  { mode: 'development', warns: true },
])
  test(`React Router ${warns ? 'warns developers' : 'has neither warnings for developers nor unused components'} in a ${mode} build`, async () => {
    await mkdir(join(root, '.cache'), { recursive: true });
    const folder = await mkdtemp(join(root, '.cache', 'build-'));
    try {
      const entry = join(folder, 'entry.mjs');
      await writeFile(entry, "import { useRoutes } from 'react-router';\nconsole.log(useRoutes);\n");
      const config = base({ workspace: 'shell', mode, output: join(folder, 'out') });
      const output = { ...config.output, filename: 'built.js' };
      await promisify(rspack)({ ...config, devtool: false, entry: { main: entry }, output });
      const built = await readFile(join(folder, 'out', 'built.js'), 'utf8');
      assert.match(built, /useRoutes/);
      assert.equal(built.includes('No routes matched location'), warns);
      // Forms of React Router, which the entry does not use.
      assert.equal(built.includes('formmethod'), warns);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
