import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { CONTRACT_VERSION } from '../../shared-contracts/src/contract/version.ts';
import { deploy } from '../deploy.mjs';
import { startServer } from '../lib/processes/server.mjs';
import { bucketTarget } from '../lib/registry/bucket.mjs';
import { damaged, prune } from '../lib/registry/publish.mjs';
import { rolledBack } from '../lib/registry/registry.mjs';
import { readRegistry } from '../lib/registry/target.mjs';
import { startMemoryBucket } from '../lib/testing/memoryBucket.mjs';

/** A store in memory, and the real one of the server's tests, if it is running. */
const stores = {
  'in memory': () => startMemoryBucket(),
  ...(process.env.S3_TEST ? { 'of another program': async () => named(process.env.S3_TEST) } : {}),
};
const named = (address) => {
  const { origin, username, password } = new URL(address);
  const [key, secret] = [username, password].map(decodeURIComponent);
  return { url: origin, key, secret, stop: async () => {} };
};

for (const [which, start] of Object.entries(stores)) {
  describe(`[MF-01] deploying a remote to a bucket ${which}`, () => {
    let store;
    let env;
    let folder;
    let targets = 0;
    before(async () => {
      store = await start();
      folder = mkdtempSync(join(tmpdir(), 'lectern-bucket-'));
      env = {
        S3_ENDPOINT: store.url,
        S3_ACCESS_KEY_ID: store.key ?? 'key',
        S3_SECRET_ACCESS_KEY: store.secret ?? 'secret',
      };
      const credentials = { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY };
      const client = new S3Client({
        endpoint: store.url,
        region: 'us-east-1',
        forcePathStyle: true,
        credentials,
      });
      await client.send(new CreateBucketCommand({ Bucket: 'lectern-remotes' })).catch(() => undefined);
      client.destroy();
    });
    after(async () => {
      rmSync(folder, { recursive: true, force: true });
      await store.stop();
    });

    /** A separate prefix for each test. */
    const place = () => {
      targets += 1;
      const where = `s3://lectern-remotes/${process.pid}-${targets}`;
      return { where, target: bucketTarget(where, env) };
    };
    const deployed = (target, name, code) => {
      const build = join(folder, name, code);
      mkdirSync(build, { recursive: true });
      writeFileSync(join(build, 'remoteEntry.js'), code);
      writeFileSync(join(build, 'remoteEntry.js.br'), brotliCompressSync(code));
      const manifest = {
        metaData: { remoteEntry: { name: 'remoteEntry.js' }, globalName: 'mf_x' },
        exposes: [],
      };
      writeFileSync(join(build, 'mf-manifest.json'), JSON.stringify(manifest));
      return deploy(target, {
        name,
        build,
        shell: { version: '1.0.0', contracts: [CONTRACT_VERSION] },
        smoke: async () => null,
        facts: { version: '1.0.0' },
      });
    };
    const versionIn = ({ remotes }, name = 'mf-search') => remotes[name].current.description.version;

    it('the server delivers it at once: files are cached forever, the registry is revalidated each time', async () => {
      const { where, target } = place();
      const { current } = (await deployed(target, 'mf-search', 'one')).remotes['mf-search'];
      assert.deepEqual(await damaged(target, current.description), []);
      const server = await startServer({ ...env, LECTERN_REMOTES_DIR: where, LECTERN_LOG: 'silent' });
      try {
        const get = (path, headers = {}) => fetch(server.url + path, { headers });
        const registry = await get('/remotes.json');
        assert.equal(registry.headers.get('cache-control'), 'no-cache');
        assert.equal(versionIn(await registry.json()), current.description.version);
        for (const encoding of ['br', 'identity']) {
          const entry = await get(`${current.base}remoteEntry.js`, { 'accept-encoding': encoding });
          assert.equal(entry.headers.get('content-encoding'), encoding === 'br' ? 'br' : null);
          assert.equal(entry.headers.get('cache-control'), 'public, max-age=31536000, immutable');
          assert.match(entry.headers.get('content-type'), /^text\/javascript/);
          assert.equal(await entry.text(), 'one');
        }
        for (const path of [
          `${current.base}nothing.js`,
          '/remotes/..%2fremotes.json',
          '/remotes/mf-search/',
        ]) {
          assert.ok([400, 404].includes((await get(path)).status), path);
        }
        const now = async () => versionIn(await (await get('/remotes.json')).json());
        const two = versionIn(await deployed(target, 'mf-search', 'two'));
        assert.equal(await now(), two);
        await target.switch((before) => rolledBack(before, 'mf-search'));
        assert.equal(await now(), current.description.version);
      } finally {
        await server.stop();
      }
    });

    it('rolls back, and removes old versions', async () => {
      const { target } = place();
      const versions = [];
      for (const code of ['one', 'two', 'three'])
        versions.push(versionIn(await deployed(target, 'mf-search', code)));
      await target.switch((registry) => rolledBack(registry, 'mf-search'));
      const registry = await readRegistry(target);
      assert.equal(versionIn(registry), versions[1]);
      const left = async () => {
        await prune(target, registry, 'mf-search', 0);
        return (await target.versions('mf-search')).map(({ version }) => version).sort();
      };
      // Swift's lists are eventually consistent: what one cleanup has missed
      // is removed by the next, as after each deployment.
      for (const end = Date.now() + 60_000; Date.now() < end && (await left()).length > 1; ) await pause(100);
      // The version that was rolled back does not become the previous one: nobody gets it again.
      assert.deepEqual(await left(), [versions[1]]);
    });

    it('no switch is lost when several teams deploy at once', async () => {
      const { target } = place();
      const names = ['mf-a', 'mf-b', 'mf-c', 'mf-d'];
      await Promise.all(names.map((name) => deployed(target, name, 'one')));
      assert.deepEqual(Object.keys((await readRegistry(target)).remotes).sort(), names);
    });
  });
}
