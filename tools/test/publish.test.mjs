import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { CONTRACT_VERSION } from '../../shared-contracts/src/contract/version.ts';
import { deploy } from '../deploy.mjs';
import { withDigestsInOrder } from '../lib/build/deterministicEntry.mjs';
import { damaged, describe as describeBuild, digestOf, prune } from '../lib/registry/publish.mjs';
import { listed, promoted, rolledBack } from '../lib/registry/registry.mjs';
import { directoryTarget, readRegistry } from '../lib/registry/target.mjs';

describe('[MF-01] deploying a remote', () => {
  let folder;
  let remotes;
  let target;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-publish-'));
    remotes = join(folder, 'remotes');
    target = directoryTarget(remotes);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A build with this code in it. */
  function built(code) {
    const build = join(folder, 'build');
    rmSync(build, { recursive: true, force: true });
    mkdirSync(build, { recursive: true });
    writeFileSync(join(build, 'remoteEntry.js'), code);
    const manifest = {
      metaData: { remoteEntry: { name: 'remoteEntry.js' }, globalName: 'mf_search' },
      exposes: [{ name: 'SearchOverlay', assets: { js: { sync: [] } } }],
    };
    writeFileSync(join(build, 'mf-manifest.json'), JSON.stringify(manifest));
    return build;
  }
  const shell = { version: '1.0.0', contracts: [CONTRACT_VERSION] };
  const works = async () => null;
  async function deployed(code, how = {}) {
    const registry = await deploy(target, {
      name: 'mf-search',
      build: built(code),
      shell,
      smoke: works,
      facts: { version: '1.0.0' },
      ...how,
    });
    return registry.remotes['mf-search'];
  }
  const current = async () => (await readRegistry(target)).remotes['mf-search']?.current.description.version;

  it('gives each version its own address, with the digest of every file', async () => {
    const { current: one } = await deployed('one');
    assert.match(one.base, /^\/remotes\/mf-search\/1\.0\.0-[0-9a-f]{10}\/$/);
    const whole = JSON.parse(
      readFileSync(join(remotes, 'mf-search', one.description.version, 'remote.json'), 'utf8'),
    );
    assert.deepEqual(
      whole.files.map(({ path }) => path),
      ['mf-manifest.json', 'remoteEntry.js'],
    );
    assert.ok(whole.files.every(({ integrity }) => integrity.startsWith('sha256-')));
    await deployed('two');
    const published = join(remotes, 'mf-search', one.description.version);
    assert.equal(readFileSync(join(published, 'remoteEntry.js'), 'utf8'), 'one');
    assert.equal(
      JSON.parse(readFileSync(join(published, 'remote.json'), 'utf8')).version,
      one.description.version,
    );
  });

  it('lists in the registry only the files that a page loads first, and the digest of the complete list', async () => {
    const { current: one } = await deployed('one');
    assert.deepEqual(
      one.description.files.map(({ path }) => path),
      ['remoteEntry.js'],
    );
    const list = join(remotes, 'mf-search', one.description.version, 'remote.json');
    assert.equal(one.description.list.integrity, digestOf(readFileSync(list)));
    writeFileSync(list, readFileSync(list, 'utf8').replace('mf-manifest.json', 'another.json'));
    assert.deepEqual(await damaged(target, one.description), ['remote.json']);
  });

  it('detects a file that differs from the published one', async () => {
    const { current: one } = await deployed('one');
    assert.deepEqual(await damaged(target, one.description), []);
    writeFileSync(join(remotes, 'mf-search', one.description.version, 'remoteEntry.js'), 'another');
    assert.deepEqual(await damaged(target, one.description), ['remoteEntry.js']);
  });

  it('keeps older versions for open pages, and removes them when no page can use them any more', async () => {
    const versions = [];
    for (const code of ['one', 'two', 'three'])
      versions.push((await deployed(code)).current.description.version);
    const { current: now, previous } = (await readRegistry(target)).remotes['mf-search'];
    assert.deepEqual(
      [previous, now].map(({ description }) => description.version),
      versions.slice(1),
    );
    assert.equal(existsSync(join(remotes, 'mf-search', versions[0])), true);
    await prune(target, await readRegistry(target), 'mf-search', 0);
    assert.deepEqual(
      versions.map((version) => existsSync(join(remotes, 'mf-search', version))),
      [false, true, true],
    );
  });

  it('creates no new version if nothing has changed', async () => {
    const first = await deployed('same');
    assert.deepEqual(await deployed('same'), first);
  });

  it('creates no new version if only the order of chunk digests differs', () => {
    const entry = (...digests) => `x.sriHashes={${digests.join(',')}};run({a:1,b:2})`;
    const [one, two, three] = ['12:"sha256-b+/a"', '7:"sha256-a=="', 'page:"sha256-c"'];
    assert.equal(withDigestsInOrder(entry(one, two, three)), withDigestsInOrder(entry(three, one, two)));
    assert.equal(withDigestsInOrder('run({b:1,a:2})'), 'run({b:1,a:2})');
  });

  it('rolls back without a build', async () => {
    await deployed('one');
    await deployed('two');
    const registry = await readRegistry(target);
    const back = rolledBack(registry, 'mf-search');
    assert.equal(back.remotes['mf-search'].current.base, registry.remotes['mf-search'].previous.base);
  });

  it('cannot roll back without a previous version', async () => {
    await deployed('one');
    const registry = await readRegistry(target);
    assert.throws(() => rolledBack(registry, 'mf-search'), /no version before/);
    assert.throws(() => rolledBack(registry, 'mf-other'), /not published/);
  });

  it('deploys to a share of the readers, promotes to more and to all, or rolls back', async () => {
    const one = (await deployed('one')).current.description.version;
    const entry = await deployed('two', { share: 0.1 });
    const two = entry.canary.description.version;
    assert.equal(await current(), one);
    assert.equal(entry.canary.share, 0.1);
    const registry = await readRegistry(target);
    assert.deepEqual(listed(registry), [`mf-search  ${one}  (10 % have ${two})`]);
    assert.equal(promoted(registry, 'mf-search', 0.5).remotes['mf-search'].canary.share, 0.5);
    assert.deepEqual(listed(promoted(registry, 'mf-search')), [`mf-search  ${two}  (before: ${one})`]);
    assert.equal(listed(rolledBack(registry, 'mf-search'))[0], `mf-search  ${one}`);
    assert.throws(() => promoted(rolledBack(registry, 'mf-search'), 'mf-search'), /has no canary/);
  });

  it('rejects a canary as the first version', async () => {
    await assert.rejects(deployed('one', { share: 0.1 }), /cannot be a canary/);
  });

  for (const [what, how, says] of [
    [
      'its contract does not fit the shell in production',
      { shell: { version: '0.9', contracts: ['99.0'] } },
      /built for contract \d+\.\d+.*offers 99\.0/,
    ],
    [
      'it is heavier than its budget',
      { facts: { version: '1.0.0', lectern: { budget: { SearchOverlay: 3 } } } },
      /over its budget: SearchOverlay weighs \d+ bytes of 3/,
    ],
    ['it does not show its pages', { smoke: async () => 'SearchOverlay: it threw' }, /it threw/],
  ]) {
    it(`is rejected, and changes nothing, when ${what}`, async () => {
      const before = (await deployed('one')).current.description.version;
      await assert.rejects(deployed('two', how), says);
      assert.equal(await current(), before);
      assert.deepEqual(
        (await target.versions('mf-search')).map(({ version }) => version),
        [before],
      );
    });
  }

  it('keeps both of two concurrent deployments', async () => {
    await Promise.all(
      ['mf-a', 'mf-b', 'mf-c', 'mf-d'].map((name) =>
        target.switch((registry) => ({
          remotes: {
            ...registry.remotes,
            [name]: { current: { base: '/', description: { name, version: '1', files: [] } } },
          },
        })),
      ),
    );
    assert.deepEqual(Object.keys((await readRegistry(target)).remotes).sort(), [
      'mf-a',
      'mf-b',
      'mf-c',
      'mf-d',
    ]);
  });

  it('describes the files of a page, so that they can be preloaded', () => {
    const { entry, container, scripts } = describeBuild('mf-search', built('one'), { version: '1.0.0' });
    assert.deepEqual(
      { entry, container, scripts },
      { entry: 'remoteEntry.js', container: 'mf_search', scripts: { SearchOverlay: [] } },
    );
  });
});
