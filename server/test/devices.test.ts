import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Client, client } from './support/client.ts';
import { startMailServer, type TestMailServer } from './support/mailServer.ts';
import { startServer, type TestServer } from './support/server.ts';

let post: TestMailServer;
let server: TestServer;
let ada: Client;
let bea: Client;

before(async () => {
  post = await startMailServer();
  const mail = { url: post.url, from: 'books@example.org', operator: 'operator@example.org' };
  server = await startServer({ config: { mail, origin: 'http://books.example.org' } });
  ada = await server.reader('ada');
  bea = await server.reader('bea');
});
after(async () => {
  await server.stop();
  await post.stop();
});

const phoneOf = async (name: string, phone = client(server.origin, '/v1')) => {
  const answer = await phone.call(
    'POST /auth/login',
    { body: { email: `${name}@example.org`, password: `password of ${name}` } },
    { headers: { 'user-agent': 'Phone/2.0' } },
  );
  return Object.assign(phone, answer);
};

describe('a sign-in from a new device', () => {
  test('is reported by mail, in the app on other devices, and in the security log', async () => {
    const phone = await phoneOf('bea');
    const { to, raw } = await post.next();
    assert.deepEqual(to, ['bea@example.org']);
    assert.match(raw, /Subject: New sign-in to your library/);
    assert.match(raw, /Device: Phone\/2\.0/);
    assert.match(raw, /http:\/\/books\.example\.org\/profile/);

    assert.deepEqual((await phone.call('GET /auth/new-devices', {})).items, []);
    const { items } = await bea.call('GET /auth/new-devices', {});
    assert.deepEqual(
      items.map(({ user_agent }) => user_agent),
      ['Phone/2.0'],
    );
    await ada.call('POST /auth/new-devices/seen', { body: { ids: items.map(({ id }) => id) } });
    assert.equal((await bea.call('GET /auth/new-devices', {})).items.length, 1);
    await bea.call('POST /auth/new-devices/seen', { body: { ids: items.map(({ id }) => id) } });
    assert.deepEqual((await bea.call('GET /auth/new-devices', {})).items, []);

    const log = await ada.call('GET /admin/security-events', { query: { kind: 'authn_new_device' } });
    assert.deepEqual(
      log.items.map(({ account, user_agent }) => [account?.name, user_agent]),
      [['bea', 'Phone/2.0']],
    );

    // The same browser after signing out: nothing is reported.
    await phone.call('POST /auth/logout', {});
    await phoneOf('bea', phone);
    assert.deepEqual((await bea.call('GET /auth/new-devices', {})).items, []);
    // The first sign-in of another account on it is reported to that account.
    await phoneOf('ada', phone);
    assert.deepEqual((await post.next()).to, ['ada@example.org']);
  });
});

describe('an administrator', () => {
  test('[S-16] sees a user’s sessions, and ends one or all of them', async () => {
    const [laptop, phone] = [await server.reader('cy'), await phoneOf('cy')];
    await post.next();
    const params = { id: laptop.user?.id ?? '' };
    const { items } = await ada.call('GET /admin/users/:id/sessions', { params });
    assert.deepEqual(items.map(({ user_agent, current }) => [user_agent, current])[0], ['Phone/2.0', false]);
    assert.equal(items.length, 2);

    const sessionId = items[0]?.id ?? '';
    await ada.call('DELETE /admin/users/:id/sessions/:sessionId', { params: { ...params, sessionId } });
    await phone.fails(401, 'GET /books');
    await phone.fails(401, 'POST /auth/refresh');
    await laptop.call('GET /books', {});

    await ada.call('DELETE /admin/users/:id/sessions', { params });
    await laptop.fails(401, 'GET /books');
    await laptop.fails(401, 'POST /auth/refresh');
    const log = await ada.call('GET /admin/security-events', { query: { kind: 'session_ended' } });
    assert.deepEqual(
      log.items.map(({ details, actor, account }) => [details.sessions, actor?.name, account?.name]),
      [
        [1, 'ada', 'cy'],
        [1, 'ada', 'cy'],
      ],
    );
    for (const key of ['GET /admin/users/:id/sessions', 'DELETE /admin/users/:id/sessions'] as const)
      await bea.fails(403, key, { params });
    await ada.fails(404, 'DELETE /admin/users/:id/sessions/:sessionId', { params: { ...params, sessionId } });
  });
});
