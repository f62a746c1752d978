import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let admin: Client;
let reader: Client;
before(async () => {
  server = await startServer();
  admin = await server.reader();
  reader = await server.reader();
});
after(() => server.stop());

const flag = 'mf-lending/new-shelf';
const set = (on: 'nobody' | 'administrators' | 'share' | 'everybody', share = 0) =>
  admin.call('PUT /admin/flags', { body: { flag, on, share } });
const on = async (who: Client) => (await who.call('GET /flags', {})).on;

test('a feature flag is on at once for the users that an administrator has chosen', async () => {
  assert.deepEqual([await on(admin), await on(reader)], [[], []]);
  await set('administrators');
  assert.deepEqual([await on(admin), await on(reader)], [[flag], []]);
  await set('everybody');
  assert.deepEqual([await on(admin), await on(reader)], [[flag], [flag]]);
  await set('nobody');
  assert.deepEqual([await on(admin), await on(reader)], [[], []]);
});

test('a share of the users is stable, and a larger one adds others', async () => {
  const readers = await Promise.all(Array.from({ length: 24 }, () => server.reader()));
  const having = async () => {
    const found = await Promise.all(readers.map(on));
    return found.flatMap((flags, at) => (flags.length > 0 ? [at] : []));
  };
  await set('share', 0.3);
  const some = await having();
  assert.deepEqual(await having(), some);
  await set('share', 0.8);
  const more = await having();
  assert.ok(more.length > some.length && some.every((at) => more.includes(at)));
  await set('share', 1);
  assert.equal((await having()).length, readers.length);
});

test('two flags set at once are both stored, and only administrators see the rules', async () => {
  await Promise.all(
    ['mf-a/one', 'mf-b/two'].map((name) =>
      admin.call('PUT /admin/flags', { body: { flag: name, on: 'everybody', share: 0 } }),
    ),
  );
  const { items } = await admin.call('GET /admin/flags', {});
  assert.deepEqual(
    items.map((rule) => rule.flag),
    ['mf-a/one', 'mf-b/two', flag],
  );
  await reader.fails(403, 'GET /admin/flags');
  await reader.fails(403, 'PUT /admin/flags', { body: { flag, on: 'everybody', share: 0 } });
  for (const wrong of ['new-shelf', 'mf-a/../x', 'mf-a/One'])
    await admin.fails(422, 'PUT /admin/flags', { body: { flag: wrong, on: 'everybody', share: 0 } });
});
