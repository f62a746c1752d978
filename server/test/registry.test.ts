import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';

const registry = (version: string) =>
  JSON.stringify({
    remotes: {
      'mf-a': {
        current: { base: `/remotes/mf-a/${version}/`, description: { name: 'mf-a', version, files: [] } },
      },
    },
  });

describe('[T-05] the registry of remotes', () => {
  let folder: string;
  let server: TestServer;
  let admin: Client;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-registry-'));
    server = await startServer({ config: { remotesDir: folder } });
    // The first account is administrator.
    admin = await server.reader();
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const ask = (headers: Record<string, string> = {}) => fetch(`${server.origin}/remotes.json`, { headers });
  const served = async () => {
    const answer = await ask();
    return answer.ok ? (await answer.json()).remotes['mf-a'].current.description.version : answer.status;
  };

  test('does not exist before anything was published', async () => {
    assert.equal(await served(), 404);
  });

  test('is never served damaged: the backup copy is used, and then the last good version', async () => {
    for (const bad of [registry('2').slice(0, 40), '', '[]', '{"remotes":{"mf-a":{}}}']) {
      await write('remotes.json', bad);
      await rm(join(folder, 'remotes.last-good.json'), { force: true });
      if ((await served()) !== 500) assert.fail(`served ${bad}`);
    }
    await write('remotes.last-good.json', registry('1'));
    assert.equal(await served(), '1');
    await write('remotes.json', registry('2'));
    assert.equal(await served(), '2');
    await write('remotes.json', registry('3').slice(0, 40));
    assert.equal(await served(), '2');
    await rm(join(folder, 'remotes.json'));
    assert.equal(await served(), '2');
  });

  test('[O-07] is not served when it has become empty: the last good version is', async () => {
    await write('remotes.json', registry('3'));
    assert.equal(await served(), '3');
    await write('remotes.json', '{"remotes":{}}');
    assert.equal(await served(), '3');
    const restarted = await startServer({ config: { remotesDir: folder } });
    try {
      const { remotes } = await (await fetch(`${restarted.origin}/remotes.json`)).json();
      assert.equal(remotes['mf-a'].current.description.version, '1', 'that of the backup copy');
    } finally {
      await restarted.stop();
    }
  });

  test('is revalidated each time, and not sent again when unchanged', async () => {
    await write('remotes.json', registry('4'));
    const first = await ask();
    assert.equal(first.headers.get('cache-control'), 'no-cache');
    const tag = first.headers.get('etag') ?? '';
    assert.equal((await ask({ 'if-none-match': tag })).status, 304);
    await write('remotes.json', registry('5'));
    assert.equal((await ask({ 'if-none-match': tag })).status, 200);
  });

  test('has a history and a backup copy, which are not served; Administration shows the deployments', async () => {
    const at = new Date().toISOString();
    const step = { at, remote: 'mf-a', step: 'rollback', version: '4', from: '5', why: 'slow', by: 'Ada' };
    await write('deploys.json', JSON.stringify([{ at: 'never' }, step, 'x']));
    await mkdir(join(folder, 'mf-a', '4'), { recursive: true });
    await write(join('mf-a', '4', 'main.js'), '/* remote */');
    for (const path of [
      'deploys.json',
      'remotes.last-good.json',
      '.remotes.lock/x',
      'mf-a/.4.staging/main.js',
    ])
      assert.equal((await fetch(`${server.origin}/remotes/${path}`)).status, 404, path);
    assert.equal((await fetch(`${server.origin}/remotes/mf-a/4/main.js`)).status, 200);
    const { deploys } = await admin.call('GET /admin/remotes', {});
    assert.deepEqual(deploys, [step]);
  });

  test('Administration shows canaries: their versions, since when, and the version of others', async () => {
    const version = (name: string) => ({
      base: `/remotes/mf-a/${name}/`,
      description: { name: 'mf-a', version: name, files: [] },
    });
    const entry = { current: version('4'), canary: { ...version('6'), share: 0.05 } };
    const step = (at: string, what: string, name: string) => ({
      at,
      remote: 'mf-a',
      step: what,
      version: name,
      by: 'Ada',
    });
    const steps = [
      step('2026-01-01T10:00:00.000Z', 'canary', '6'),
      step('2026-01-02T10:00:00.000Z', 'rollback', '4'),
      step('2026-01-03T10:00:00.000Z', 'canary', '6'),
      step('2026-01-04T10:00:00.000Z', 'canary', '6'),
    ];
    await write(
      'remotes.json',
      JSON.stringify({ remotes: { 'mf-a': entry, 'mf-b': null, 'mf-c': { canary: 5 } } }),
    );
    await write('deploys.json', JSON.stringify(steps));
    const { canaries } = await admin.call('GET /admin/remotes', {});
    assert.deepEqual(canaries, [
      {
        remote: 'mf-a',
        version: '6',
        share: 0.05,
        since: '2026-01-03T10:00:00.000Z',
        current: '4',
        by: 'Ada',
      },
    ]);
  });
});
