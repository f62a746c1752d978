import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { CONTRACT_VERSION } from '../../shared-contracts/src/contract.ts';
import { deploy } from '../deploy.mjs';
import { bucketTarget } from '../lib/bucket.mjs';
import { damaged, prune } from '../lib/publish.mjs';
import { rolledBack } from '../lib/registry.mjs';
import { readRegistry } from '../lib/target.mjs';
import { startMemoryBucket } from '../lib/testing/memoryBucket.mjs';

describe('[MF-01] deploying a remote to a bucket', () => {
  let bucket;
  let folder;
  let target;
  before(async () => {
    bucket = await startMemoryBucket();
    folder = mkdtempSync(join(tmpdir(), 'lectern-bucket-'));
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await bucket.stop();
  });
  beforeEach(() => {
    bucket.objects.clear();
    target = bucketTarget('s3://remotes/lectern', {
      S3_ENDPOINT: bucket.url,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    });
  });

  const deployed = (name, code) => {
    const build = join(folder, name, code);
    mkdirSync(build, { recursive: true });
    writeFileSync(join(build, 'remoteEntry.js'), code);
    writeFileSync(join(build, 'mf-manifest.json'), JSON.stringify({ exposes: [] }));
    return deploy(target, {
      name,
      build,
      shell: { version: '1.0.0', contracts: [CONTRACT_VERSION] },
      smoke: async () => null,
      facts: { version: '1.0.0' },
    });
  };

  it('puts files at their addresses for ever, and the registry to be asked for each time', async () => {
    const { current } = (await deployed('mf-search', 'one')).remotes['mf-search'];
    const at = (path) => bucket.objects.get(`lectern/${path}`);
    const entry = at(`mf-search/${current.description.version}/remoteEntry.js`);
    assert.equal(entry.bytes.toString(), 'one');
    assert.equal(entry.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(entry.headers['content-type'], 'text/javascript');
    assert.equal(at('remotes.json').headers['cache-control'], 'no-cache');
    assert.deepEqual(await damaged(target, current.description), []);
  });

  it('is taken back, and old versions are cleared away', async () => {
    const versions = [];
    for (const code of ['one', 'two', 'three']) {
      const registry = await deployed('mf-search', code);
      versions.push(registry.remotes['mf-search'].current.description.version);
    }
    await target.switch((registry) => rolledBack(registry, 'mf-search'));
    const registry = await readRegistry(target);
    assert.equal(registry.remotes['mf-search'].current.description.version, versions[1]);
    await prune(target, registry, 'mf-search', 0);
    const left = (await target.versions('mf-search')).map(({ version }) => version);
    assert.deepEqual(left.sort(), versions.slice(1).sort());
  });

  it('loses no switch when several teams deploy at once', async () => {
    const names = ['mf-a', 'mf-b', 'mf-c', 'mf-d'];
    await Promise.all(names.map((name) => deployed(name, 'one')));
    assert.deepEqual(Object.keys((await readRegistry(target)).remotes).sort(), names);
  });
});
