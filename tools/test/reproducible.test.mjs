import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, before, describe, it } from 'node:test';
import { compile } from '../lib/build/buildRemote.mjs';
import { deterministicEntry } from '../lib/build/deterministicEntry.mjs';
import { root } from '../lib/paths.mjs';
import { describe as describeBuild, exposesOf, packageOf } from '../lib/registry/publish.mjs';
import { newRemote } from '../new-remote.mjs';
import { remoteConfig } from '../rspack/config.mjs';

/** Below the checkout, so that packages are found. */
const place = (which) => join(root, '.cache', `reproducible-${which}`);

async function builtIn(folder) {
  mkdirSync(join(folder, 'shell'), { recursive: true });
  for (const file of ['package.json', 'shell/package.json']) cpSync(join(root, file), join(folder, file));
  newRemote('mf-lending', folder);
  const output = join(folder, 'build');
  const config = remoteConfig('mf-lending', {
    output,
    like: 'mf-search',
    exposes: exposesOf('mf-lending', folder),
  });
  await compile([{ ...config, context: join(folder, 'mf-lending') }]);
  deterministicEntry(output);
  return describeBuild('mf-lending', output, packageOf('mf-lending', folder));
}

describe('[T-08] the same source', () => {
  const folders = ['one', 'two'].map(place);
  const clear = () => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };
  before(clear);
  afterEach(clear);

  it('gives the same bytes, and so the same version, in two folders', async () => {
    const [one, two] = [await builtIn(folders[0]), await builtIn(folders[1])];
    assert.ok(
      one.files.some(({ path }) => path.includes('LendingPage')),
      'the page of the remote is built',
    );
    assert.deepEqual(one.files, two.files);
    assert.equal(one.version, two.version);
  });

  it('[O-01] gives the same entry and map when the bundler lists digests in another order', () => {
    const files = folders.map((folder, index) => {
      const digests = ['41: "a"', '6: "b"'];
      const listed = (index === 0 ? digests : digests.reverse()).join(',');
      mkdirSync(folder, { recursive: true });
      const map = { version: 3, sources: ['one.js'], sourcesContent: [listed], names: [], mappings: listed };
      writeFileSync(join(folder, 'mf-manifest.json'), '{ "shared": [] }');
      writeFileSync(join(folder, 'remoteEntry.js'), `x.sriHashes = {${listed}};`);
      writeFileSync(join(folder, 'remoteEntry.js.map'), JSON.stringify(map));
      deterministicEntry(folder);
      return ['remoteEntry.js', 'remoteEntry.js.map'].map((file) => readFileSync(join(folder, file), 'utf8'));
    });
    assert.deepEqual(files[0], files[1]);
    assert.deepEqual(JSON.parse(files[0][1]).sources, ['one.js']);
  });
});
