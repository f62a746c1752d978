import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { rolledBack } from '../deploy.mjs';
import { prune, publish, readRegistry, switchTo, writeRegistry } from '../lib/publish.mjs';

describe('[MF-01] publishing a remote', () => {
  let folder;
  let target;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-publish-'));
    target = join(folder, 'remotes');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A build of mf-search with this code in it. */
  function built(code) {
    const build = join(folder, 'build');
    rmSync(build, { recursive: true, force: true });
    mkdirSync(build, { recursive: true });
    writeFileSync(join(build, 'remoteEntry.js'), code);
    writeFileSync(join(build, 'mf-manifest.json'), JSON.stringify({ exposes: [{ name: 'SearchOverlay' }] }));
    return build;
  }
  function deploy(code) {
    const registry = switchTo(readRegistry(target), 'mf-search', publish('mf-search', built(code), target));
    writeRegistry(target, registry);
    prune(target, registry, 'mf-search');
    return registry.remotes['mf-search'];
  }

  it('puts each version at an address of its own, with the digest of every file', () => {
    const { current } = deploy('one');
    assert.match(current.base, /^\/remotes\/mf-search\/\d+\.\d+\.\d+-[0-9a-f]{10}\/$/);
    assert.deepEqual(current.description.exposes, ['SearchOverlay']);
    assert.deepEqual(
      current.description.files.map(({ path }) => path),
      ['mf-manifest.json', 'remoteEntry.js'],
    );
    for (const { integrity } of current.description.files) assert.match(integrity, /^sha384-.{64}$/);
    const published = join(target, 'mf-search', current.description.version);
    assert.equal(readFileSync(join(published, 'remoteEntry.js'), 'utf8'), 'one');
    assert.equal(
      JSON.parse(readFileSync(join(published, 'remote.json'), 'utf8')).version,
      current.description.version,
    );
  });

  it('keeps the version before to go back to, and no older one', () => {
    const versions = ['one', 'two', 'three'].map((code) => deploy(code).current.description.version);
    const { current, previous } = readRegistry(target).remotes['mf-search'];
    assert.deepEqual(
      [previous, current].map(({ description }) => description.version),
      versions.slice(1),
    );
    assert.equal(existsSync(join(target, 'mf-search', versions[0])), false);
  });

  it('is no new version when nothing has changed', () => {
    const first = deploy('same');
    assert.deepEqual(deploy('same'), first);
  });

  it('is taken back, and back again, without a build', () => {
    deploy('one');
    deploy('two');
    const registry = readRegistry(target);
    const back = rolledBack(registry, 'mf-search');
    assert.equal(back.remotes['mf-search'].current.base, registry.remotes['mf-search'].previous.base);
    assert.deepEqual(rolledBack(back, 'mf-search'), registry);
  });

  it('cannot be taken back when there was nothing before', () => {
    deploy('one');
    assert.throws(() => rolledBack(readRegistry(target), 'mf-search'), /no version before/);
    assert.throws(() => rolledBack(readRegistry(target), 'mf-other'), /not published/);
  });
});
