import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { authLimits } from '../src/http/rateLimits/authLimits.ts';
import { type Client, client } from './support/client.ts';
import { addDevice } from './support/devices.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let ada: Client;

before(async () => {
  server = await startServer();
  ada = await server.reader('ada');
});
after(() => server.stop());

const body = { name: 'Kobo', scopes: ['read' as const] };

test('an app password is created with a name and scopes, and its secret is shown once', async () => {
  const made = await ada.call('POST /auth/app-passwords', {
    body: { name: ' Kobo ', scopes: ['read', 'progress'] },
  });
  assert.match(made.secret, /^[a-hjkmnp-z2-9]{24}$/);
  assert.equal(made.username, 'ada@example.org');
  const { items } = await ada.call('GET /auth/app-passwords', {});
  const { secret: _, ...listed } = made;
  assert.deepEqual(items, [listed]);
  assert.deepEqual([listed.name, listed.scopes, listed.last_used_at], ['Kobo', ['read', 'progress'], null]);
  const rows = await server.services.db.selectFrom('app_passwords').selectAll().execute();
  assert.ok(!JSON.stringify(rows).includes(made.secret));
});

test('a name and at least one known scope are required', async () => {
  for (const wrong of [
    { name: ' ', scopes: ['read'] },
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['admin'] },
  ])
    await ada.fails(422, 'POST /auth/app-passwords', { body: wrong });
});

test('creating one requires a recent confirmation', async () => {
  const later = await server.reader();
  await server.services.db
    .deleteFrom('confirmations')
    .where('user_id', '=', later.user?.id ?? '')
    .execute();
  assert.equal((await later.fails(403, 'POST /auth/app-passwords', { body })).code, 'confirmation_needed');
});

test('it works for device routes only, where the account password does not work', async () => {
  const device = await addDevice(ada);
  assert.equal((await device.kosync('GET', '/users/auth')).status, 200);
  assert.equal((await device.fetch('/v1/books')).status, 401);
  const bearer = { headers: { authorization: `Bearer ${device.password.secret}` } };
  assert.equal((await device.fetch('/v1/books', bearer)).status, 401);
  const owns = { ...device.password, secret: 'password of ada' };
  const { createHash } = await import('node:crypto');
  const response = await fetch(`${server.origin}/kosync/users/auth`, {
    headers: {
      'x-auth-user': owns.username,
      'x-auth-key': createHash('md5').update(owns.secret).digest('hex'),
    },
  });
  assert.equal(response.status, 401);
});

test('it is limited to its scopes', async () => {
  const device = await addDevice(ada, { scopes: ['read'] });
  const { status, body: answer } = await device.kosync('GET', '/users/auth');
  assert.equal(status, 401);
  assert.match(answer.message, /may not do this/);
});

test('its use is recorded, in the security log only the first time', async () => {
  const device = await addDevice(ada, { name: 'Phone' });
  await device.kosync('GET', '/users/auth');
  await device.kosync('GET', '/users/auth');
  const { items } = await ada.call('GET /auth/app-passwords', {});
  assert.ok(items.find(({ id }) => id === device.password.id)?.last_used_at);
  const events = (await ada.call('GET /admin/security-events', { query: {} })).items;
  const uses = events.filter(({ details }) => details.method === 'app_password');
  assert.ok(uses.some(({ kind }) => kind === 'authn_login_success'));
  assert.ok(events.some(({ details }) => details.factor === 'app_password' && details.change === 'added'));
  assert.ok(!JSON.stringify(events).includes(device.password.secret));
});

test('a revoked one is invalid at once, another user’s cannot be revoked, and other devices keep working', async () => {
  const [kobo, phone] = [await addDevice(ada), await addDevice(ada, { name: 'Phone' })];
  const eve = await server.reader('eve');
  await eve.fails(404, 'DELETE /auth/app-passwords/:id', { params: { id: kobo.password.id } });
  assert.equal((await kobo.kosync('GET', '/users/auth')).status, 200);
  await ada.call('DELETE /auth/app-passwords/:id', { params: { id: kobo.password.id } });
  assert.equal((await kobo.kosync('GET', '/users/auth')).status, 401);
  assert.equal((await phone.kosync('GET', '/users/auth')).status, 200);
});

test('the user name must be the user’s', async () => {
  const device = await addDevice(ada);
  device.password.username = 'eve@example.org';
  const stolen = Buffer.from(`eve@example.org:${device.password.secret}`).toString('base64');
  assert.equal(
    (await fetch(`${server.origin}/kosync/users/auth`, { headers: { authorization: `Basic ${stolen}` } }))
      .status,
    401,
  );
});

test('the user name may be percent-encoded, as Foliate sends one that is part of the address', async () => {
  const { username, secret } = (await addDevice(ada)).password;
  const statusFor = async (name: string) => {
    const basic = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
    return (await fetch(`${server.origin}/opds`, { headers: { authorization: basic } })).status;
  };
  assert.equal(await statusFor(encodeURIComponent(username)), 200);
  assert.equal(await statusFor('ada%40%'), 401);
});

test('failures are rate-limited like sign-ins; the correct one and the account’s sign-in still work', async () => {
  const bea = await server.reader('bea');
  const device = await addDevice(bea);
  const wrong = (key: string) =>
    fetch(`${server.origin}/kosync/users/auth`, {
      headers: { 'x-auth-user': 'bea@example.org', 'x-auth-key': key.padStart(32, '0') },
    });
  const statuses = [];
  for (let n = 0; n <= authLimits.login.tries; n++) statuses.push((await wrong(String(n))).status);
  assert.deepEqual(statuses, [...Array(authLimits.login.tries).fill(401), 429]);
  assert.equal((await device.kosync('GET', '/users/auth')).status, 200);
  await client(server.origin, '/v1').signIn({ email: 'bea@example.org', password: 'password of bea' });
});

test('there are at most fifty', async () => {
  const many = await server.reader('many');
  for (let n = 0; n < 50; n++) await many.call('POST /auth/app-passwords', { body });
  assert.match((await many.fails(413, 'POST /auth/app-passwords', { body })).error, /50 app passwords/);
});
