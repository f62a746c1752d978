/** Kinds of security events that no other test covers: who did what to whom. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { type Client, client } from './support/client.ts';
import { clockAt } from './support/clock.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = clockAt('2026-05-04T10:00:00Z');
let server: TestServer;
let ada: Client;
let bea: Client;

before(async () => {
  server = await startServer({ services: { now: clock.now } });
  ada = await server.reader('ada');
  pass();
  bea = await server.reader('bea');
});
after(() => server.stop());
// Events are sorted by time.
const pass = () => clock.pass(1);

const login = { email: 'bea@example.org', password: 'password of bea' };
const idOf = (who: Client) => ({ id: who.user?.id ?? '' });
const sessionOf = async (who: Client) =>
  (await who.call('GET /auth/sessions', {})).items.find(({ current }) => current)?.id ?? '';

async function signedIn(): Promise<Client> {
  const browser = client(server.origin, '/v1');
  await browser.signIn(login);
  return browser;
}

/** The latest event as: kind, details, account, actor. */
async function newest(kind: string) {
  const { items } = await ada.call('GET /admin/security-events', { query: { kind, limit: 1 } });
  return [items[0]?.details, items[0]?.account?.name, items[0]?.actor?.name];
}

test('[S-09] a new account, and its first sign-in', async () => {
  assert.deepEqual(await newest('user_created'), [{ method: 'registration' }, 'bea', undefined]);
  assert.deepEqual(await newest('authn_login_success'), [{ method: 'registration' }, 'bea', undefined]);
});

test('[S-09] ended sessions: by the user, everywhere, and for a reused token', async () => {
  const [phone, laptop] = [await signedIn(), await signedIn()];
  await laptop.call('DELETE /auth/sessions/:id', { params: { id: await sessionOf(phone) } });
  assert.deepEqual(await newest('session_ended'), [{ reason: 'by_reader' }, 'bea', 'bea']);
  pass();
  const stolen = laptop.cookies.get('lectern_refresh') ?? '';
  await laptop.call('POST /auth/refresh', {});
  pass();
  laptop.cookies.set('lectern_refresh', stolen);
  await laptop.fails(401, 'POST /auth/refresh', {});
  assert.deepEqual(await newest('session_ended'), [{ reason: 'token_reused' }, 'bea', undefined]);
  pass();
  await (await signedIn()).call('POST /auth/logout-everywhere', {});
  assert.deepEqual(await newest('session_ended'), [{ reason: 'everywhere' }, 'bea', 'bea']);
  pass();
  const params = { ...idOf(bea), sessionId: await sessionOf(await signedIn()) };
  await ada.call('DELETE /admin/users/:id/sessions/:sessionId', { params });
  assert.deepEqual(await newest('session_ended'), [
    { reason: 'by_administrator', sessions: 1 },
    'bea',
    'ada',
  ]);
});

test('[S-09] administrators’ changes, and how an account was deleted', async () => {
  const acts: [act: () => Promise<unknown>, details: object, account: string | undefined][] = [
    [
      () => ada.call('PUT /admin/flags', { body: { flag: 'mf-a/one', on: 'everybody', share: 0 } }),
      { action: 'flag_changed', value: 'mf-a/one everybody' },
      undefined,
    ],
    [
      () => ada.call('PUT /admin/part-settings', { body: { remote: 'mf-a', values: {} } }),
      { action: 'part_settings_changed', value: 'mf-a {}' },
      undefined,
    ],
    [
      () => ada.call('PUT /admin/fills', { body: { point: 'shell/header', fills: [] } }),
      { action: 'fills_ordered', value: 'shell/header' },
      undefined,
    ],
    [
      () =>
        ada.call('PUT /admin/part-states', { body: { remote: 'mf-a', state: 'deployed', why: 'Repaired' } }),
      { action: 'part_as_deployed', value: 'mf-a: Repaired' },
      undefined,
    ],
    [
      () => ada.call('PATCH /admin/users/:id', { params: idOf(bea), body: { quota_bytes: 5 } }),
      { action: 'quota_changed', value: '5' },
      'bea',
    ],
  ];
  for (const [act, details, account] of acts) {
    pass();
    await act();
    assert.deepEqual(await newest('authz_admin'), [details, account, 'ada']);
  }
  pass();
  const { invitation } = await ada.call('POST /admin/invitations', { body: {} });
  const value = invitation.id;
  assert.deepEqual((await newest('authz_admin'))[0], { action: 'invitation_created', value });
  pass();
  await ada.call('DELETE /admin/invitations/:id', { params: { id: value } });
  assert.deepEqual((await newest('authz_admin'))[0], { action: 'invitation_revoked', value });
  pass();
  await server.visitor.call('POST /reports', { body: { version: '1', route: '/', error: 'x' } });
  const { items } = await ada.call('GET /admin/reports', {});
  const id = items[0]?.id ?? '';
  await ada.call('DELETE /admin/reports/:id', { params: { id } });
  assert.deepEqual((await newest('authz_admin'))[0], { action: 'report_deleted', value: id });
  const leaving = await server.reader('leaving');
  await ada.call('DELETE /admin/users/:id', { params: idOf(leaving) });
  const [details, , actor] = await newest('user_deleted');
  assert.deepEqual([details, actor], [{ by: 'administrator' }, 'ada']);
});

test('[S-09] a wrong code, and a changed second factor', async () => {
  const reader = await signedIn();
  const { secret } = await reader.call('POST /auth/second-factor/setup', {});
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: clock.now().getTime(),
  });
  await reader.call('POST /auth/second-factor', { body: { code } });
  assert.deepEqual(await newest('authn_factor_change'), [{ factor: 'totp', change: 'added' }, 'bea', 'bea']);
  pass();
  const answer = await server.visitor.call('POST /auth/login', { body: login });
  assert.ok('second_factor' in answer);
  const { token } = answer.second_factor;
  await server.visitor.try('POST /auth/sign-in/code', { body: { token, code: '000000' } });
  const failed = { method: 'password', reason: 'wrong_code' };
  assert.deepEqual(await newest('authn_login_fail'), [failed, 'bea', undefined]);
});
