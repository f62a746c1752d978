/** What an administrator may do to a user: suspend them, and change their quota. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from './support/client.ts';
import { client } from './support/client.ts';
import { addDevice } from './support/devices.ts';
import { makeEpub } from './support/epub.ts';
import { startServer, type TestServer } from './support/server.ts';
import { upload, uploadBook } from './support/uploads.ts';

let server: TestServer;
let ada: Client;

before(async () => {
  server = await startServer();
  ada = await server.reader('ada');
});
after(() => server.stop());

const change = (who: Client, body: object) => ({ params: { id: who.user?.id ?? '' }, body });
const accountOf = async (who: Client) =>
  (await ada.call('GET /admin/users', {})).items.find(({ id }) => id === who.user?.id);

describe('[O-15] a suspended user', () => {
  test('is signed out, and finds everything unchanged when the suspension ends', async () => {
    const bea = await server.reader('bea');
    const device = await addDevice(bea);
    const { id } = await uploadBook(bea, await makeEpub(), 'a.epub');
    const who = { email: 'bea@example.org', password: 'password of bea' };

    await ada.call('PATCH /admin/users/:id', change(bea, { suspended: true }));
    await bea.fails(401, 'GET /books');
    const browser = client(server.origin, '/v1');
    const refused = await browser.fails(403, 'POST /auth/login', { body: who });
    assert.equal(refused.code, 'account_suspended');
    assert.equal((await device.fetch('/opds/v2')).status, 403);
    assert.ok((await accountOf(bea))?.suspended_at);
    // Without the right password, nothing is revealed.
    await browser.fails(401, 'POST /auth/login', { body: { ...who, password: 'another password' } });

    await ada.call('PATCH /admin/users/:id', change(bea, { suspended: false }));
    await bea.signIn(who);
    await bea.call('GET /books/:id', { params: { id } });
    assert.equal((await device.fetch('/opds/v2')).status, 200);
    assert.equal((await accountOf(bea))?.suspended_at, null);
  });

  test('cannot be or become administrator', async () => {
    const cyd = await server.reader('cyd');
    await ada.fails(409, 'PATCH /admin/users/:id', change(ada, { suspended: true }));
    await ada.call('PATCH /admin/users/:id', change(cyd, { suspended: true }));
    await ada.fails(409, 'PATCH /admin/users/:id', change(cyd, { admin: true }));
    await ada.fails(422, 'PATCH /admin/users/:id', change(cyd, {}));
  });

  test('is in the security log', async () => {
    const { items } = await ada.call('GET /admin/security-events', { query: { kind: 'authz_admin' } });
    const actions = items.map(({ details }) => details.action);
    assert.ok(actions.includes('account_suspended') && actions.includes('suspension_ended'));
  });
});

test('[O-15] a user’s own quota replaces the default', async () => {
  const dan = await server.reader('dan');
  const file = await makeEpub();
  await ada.call('PATCH /admin/users/:id', change(dan, { quota_bytes: file.length - 1 }));
  const full = await upload(dan, file);
  assert.deepEqual([full.status, 'code' in full.body && full.body.code], [413, 'quota_exceeded']);
  await ada.call('PATCH /admin/users/:id', change(dan, { quota_bytes: file.length }));
  assert.equal((await upload(dan, file)).status, 201);
  assert.equal((await accountOf(dan))?.quota_bytes, file.length);
  await ada.call('PATCH /admin/users/:id', change(dan, { quota_bytes: null }));
  assert.equal((await upload(dan, await makeEpub())).status, 201);
});
