import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Client } from './support/client.ts';
import { clockAt } from './support/clock.ts';
import { startServer, type TestServer } from './support/server.ts';

const day = 86_400_000;

describe('a link with other versions of remotes', () => {
  const clock = clockAt('2026-03-01T10:00:00.000Z');
  let folder: string;
  let server: TestServer;
  let admin: Client;
  let link: URL;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-links-'));
    await writeFile(join(folder, 'remotes.json'), '{"remotes":{}}');
    server = await startServer({ config: { remotesDir: folder }, services: { now: clock.now } });
    // The first account is administrator.
    admin = await server.reader();
    const made = await admin.call('POST /admin/remote-links', {
      body: { remotes: 'mf-reader@1.2.0,mf-search@previous', days: 7 },
    });
    assert.equal(Date.parse(made.expires_at), clock.now().getTime() + 7 * day);
    link = new URL(made.url);
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });
  const allowed = async (change: Partial<Record<string, string>> = {}) => {
    const query = new URLSearchParams(link.searchParams);
    for (const [name, value] of Object.entries(change)) query.set(name, value ?? '');
    const answer = await fetch(`${server.origin}/remotes.json?${query}`);
    assert.equal(answer.status, 200);
    return answer.headers.get('x-lectern-overrides');
  };

  test('created by an administrator is accepted by the server', async () => {
    assert.equal(link.searchParams.get('remotes'), 'mf-reader@1.2.0,mf-search@previous');
    assert.equal(await allowed(), 'signed');
  });

  test('is not accepted with other versions, another time, another signature, or none', async () => {
    for (const change of [
      { remotes: 'mf-reader@1.1.0' },
      { until: '2099-01-01T00:00:00.000Z' },
      { until: 'never' },
      { signature: 'x' },
      { signature: '' },
    ])
      assert.equal(await allowed(change), null, JSON.stringify(change));
    assert.equal((await fetch(`${server.origin}/remotes.json`)).headers.get('x-lectern-overrides'), null);
    const twice = `${server.origin}/remotes.json${link.search}&signature=x`;
    assert.equal((await fetch(twice)).headers.get('x-lectern-overrides'), null);
  });

  test('is created by administrators only, for versions only, for at most thirty days', async () => {
    const reader = await server.reader();
    const body = { remotes: 'mf-reader@1.2.0', days: 7 };
    await reader.fails(403, 'POST /admin/remote-links', { body });
    await server.visitor.fails(401, 'POST /admin/remote-links', { body });
    for (const wrong of [
      { ...body, days: 31 },
      { ...body, remotes: 'mf-reader@http://127.0.0.1:4101/' },
      { ...body, remotes: 'shell@1.0.0' },
      { ...body, remotes: '' },
    ])
      await admin.fails(422, 'POST /admin/remote-links', { body: wrong });
  });

  test('expires', async () => {
    clock.pass(8 * 24 * 60);
    assert.equal(await allowed(), null);
  });
});
