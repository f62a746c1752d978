import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { beginSecondFactorSetup } from '../src/people/auth/factors/secondFactor.ts';
import { oidcClient } from '../src/people/auth/oidc/oidcClient.ts';
import { oidcSettings } from '../src/run/config/serviceSettings.ts';
import { assertErrorBody, type Client, client } from './support/client.ts';
import { signInAtProvider, startProvider, type TestProvider } from './support/oidcProvider.ts';
import { startServer, type TestServer } from './support/server.ts';
import { rowsOf } from './support/tables.ts';

let provider: TestProvider;
let server: TestServer;
const callbacks: string[] = [];

before(async () => {
  server = await startServer();
  callbacks.push(`${server.origin}/v1/auth/oidc/callback`);
  provider = await startProvider(() => callbacks);
  // The port of one server is known to the other only now.
  server.services.oidc = houseProvider();
  await server.reader('first');
});
after(async () => {
  await server.stop();
  await provider.stop();
});

/** A client that has not contacted the provider yet. */
const houseProvider = () =>
  oidcClient(
    {
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      name: 'House',
      private: true,
    },
    server.services.now,
  );

let people = 0;
let me = '';
beforeEach(() => {
  me = `person${++people}`;
  provider.person = { sub: me, email: `${me}@example.org`, email_verified: true, name: `Person ${people}` };
});

const browserOf = () => client(server.origin, '/v1');

/**
 * Follows the redirects to the provider and back, like a browser.
 * @returns the final redirect
 */
async function goThrough(browser: Client, query = ''): Promise<string> {
  const start = await browser.fetch(`/v1/auth/oidc/start${query}`);
  assert.equal(start.status, 302);
  const back = new URL(await signInAtProvider(start.headers.get('location') ?? '', provider.person.sub));
  return comeBack(browser, back.pathname + back.search);
}

async function comeBack(browser: Client, path: string): Promise<string> {
  const response = await browser.fetch(path);
  assert.equal(response.status, 302);
  return response.headers.get('location') ?? '';
}

/** The page does this when it is opened with #signed-in. */
async function takeToken(browser: Client): Promise<void> {
  Object.assign(browser, await browser.call('POST /auth/refresh', {}));
}

describe('sign-in with a provider', () => {
  test('is offered on the sign-in page', async () => {
    const { oidc } = await server.visitor.call('GET /auth/methods', {});
    assert.deepEqual(oidc, { name: 'House', start: '/v1/auth/oidc/start' });
  });

  test('creates an account without the administrator role, and continues to the requested page', async () => {
    const browser = browserOf();
    assert.equal(await goThrough(browser, '?next=%2Fnotes'), '/login?next=%2Fnotes#signed-in');
    await takeToken(browser);
    assert.equal(browser.user?.email, `${me}@example.org`);
    assert.deepEqual(browser.user?.roles, ['user']);
    const profile = await browser.call('GET /auth/profile', {});
    assert.equal(profile.has_password, false);
  });

  test('finds the same account again, also when the address has changed', async () => {
    const first = browserOf();
    await goThrough(first);
    await takeToken(first);
    provider.person = { ...provider.person, email: `${me}@elsewhere.example.org` };
    const second = browserOf();
    await goThrough(second);
    await takeToken(second);
    assert.equal(second.user?.id, first.user?.id);
  });

  test('[S-16] refuses an invitation in the URL', async () => {
    const response = await browserOf().fetch('/v1/auth/oidc/start?invitation=secret');
    assertErrorBody(await response.json(), 400);
  });

  test('[O-06] links the account with the verified address; its old password and sessions end, and the user is told', async () => {
    const before = await server.reader(me);
    const browser = browserOf();
    assert.equal(await goThrough(browser), '/login#signed-in=password-removed');
    await takeToken(browser);
    assert.equal(browser.user?.id, before.user?.id);
    await before.fails(401, 'GET /books', {});
    await server.visitor.fails(401, 'POST /auth/login', {
      body: { email: `${me}@example.org`, password: `password of ${me}` },
    });
  });

  test('removes passkeys and second factor of whoever had created a linked account', async () => {
    const before = await server.reader(me);
    const userId = before.user?.id ?? '';
    const { db, config, now } = server.services;
    await beginSecondFactorSetup(db, { config, now }, { id: userId, email: `${me}@example.org` });
    await db.updateTable('second_factors').set({ enabled_at: now().toISOString() }).execute();
    await goThrough(browserOf());
    for (const table of ['passkeys', 'second_factors', 'sign_in_challenges'])
      assert.deepEqual(
        (await rowsOf(db, table)).filter((row) => row.user_id === userId),
        [],
        table,
      );
  });

  test('[S-16] asks for the second factor too', async () => {
    const browser = browserOf();
    await goThrough(browser);
    await takeToken(browser);
    const { secret } = await browser.call('POST /auth/second-factor/setup', {});
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await browser.call('POST /auth/second-factor', { body: { code: totp.generate() } });
    const other = browserOf();
    const token = (await goThrough(other)).replace('/login#code=', '');
    await other.fails(401, 'POST /auth/refresh', {});
    const code = totp.generate({ timestamp: Date.now() + 30_000 });
    const { user } = await other.call('POST /auth/sign-in/code', { body: { token, code } });
    assert.equal(user.id, browser.user?.id);
  });

  test('[O-06] links an administrator, who keeps the password; other sessions end, and both are logged', async () => {
    const admin = browserOf();
    await admin.signIn({ email: 'first@example.org', password: 'password of first' });
    provider.person = { sub: 'first', email: 'first@example.org', email_verified: true };
    const browser = browserOf();
    assert.equal(await goThrough(browser), '/login#signed-in');
    await admin.fails(401, 'GET /books', {});
    await admin.signIn({ email: 'first@example.org', password: 'password of first' });
    const { items } = await admin.call('GET /admin/security-events', {
      query: { kind: 'authn_factor_change' },
    });
    const { id } = admin.user ?? {};
    assert.deepEqual(
      items.filter(({ account }) => account?.id === id).map(({ details }) => details),
      [{ factor: 'provider', change: 'added' }],
    );
    assert.ok(items.some(({ details }) => details.factor === 'password' && details.change === 'removed'));
    const ended = await admin.call('GET /admin/security-events', { query: { kind: 'session_ended' } });
    assert.ok(
      ended.items.some(({ details, account }) => account?.id === id && details.reason === 'provider_joined'),
    );
  });

  test('does not link an account by an unverified address', async () => {
    await server.reader(me);
    provider.person = { ...provider.person, sub: `${me}-other`, email_verified: false };
    assert.equal(await goThrough(browserOf()), '/login#sign-in-failed=email_taken');
  });

  test('creates no account without an address', async () => {
    provider.person = { sub: me, name: 'Nameless' };
    assert.equal(await goThrough(browserOf()), '/login#sign-in-failed=email_needed');
  });

  test('requires an invitation from new users where registration is by invitation', async () => {
    await goThrough(browserOf());
    const known = provider.person;
    const admin = browserOf();
    await admin.signIn({ email: 'first@example.org', password: 'password of first' });
    await admin.call('PUT /admin/settings', { body: { registration: 'invited' } });
    try {
      provider.person = { sub: `${me}-new`, email: `${me}-new@example.org`, email_verified: true };
      assert.equal(await goThrough(browserOf()), '/login#sign-in-failed=invitation_needed');
      const { url } = await admin.call('POST /admin/invitations', { body: {} });
      const token = new URL(url).hash.replace('#invitation=', '');
      const invited = browserOf();
      const { url: there } = await invited.call('POST /auth/oidc/start', { body: { invitation: token } });
      const back = new URL(await signInAtProvider(there, provider.person.sub));
      assert.equal(await comeBack(invited, back.pathname + back.search), '/login#signed-in');
      provider.person = known;
      assert.equal(await goThrough(browserOf()), '/login#signed-in');
    } finally {
      await admin.call('PUT /admin/settings', { body: { registration: 'open' } });
    }
  });

  test('an account without a password is deleted by typing its address', async () => {
    const browser = browserOf();
    await goThrough(browser);
    await takeToken(browser);
    await browser.fails(403, 'DELETE /auth/delete-account', { body: { password: '' + 'anything' } });
    await browser.fails(403, 'DELETE /auth/delete-account', { body: { email: 'first@example.org' } });
    await browser.call('DELETE /auth/delete-account', { body: { email: `${me}@example.org` } });
    await browser.fails(401, 'POST /auth/refresh', {});
  });
});

describe('invalid callbacks are refused', () => {
  const refused = '/login#sign-in-failed=provider_refused';

  test('without an attempt of this browser, or with another’s', async () => {
    const victim = browserOf();
    const start = await victim.fetch('/v1/auth/oidc/start');
    const back = new URL(await signInAtProvider(start.headers.get('location') ?? '', me));
    assert.equal(await comeBack(browserOf(), back.pathname + back.search), refused);
    const other = browserOf();
    await other.fetch('/v1/auth/oidc/start');
    assert.equal(await comeBack(other, back.pathname + back.search), refused);
    assert.equal(other.cookies.has('lectern_refresh'), false);
  });

  test('with a used or invented attempt', async () => {
    const browser = browserOf();
    const start = await browser.fetch('/v1/auth/oidc/start');
    const kept = new Map(browser.cookies);
    const back = new URL(await signInAtProvider(start.headers.get('location') ?? '', me));
    await comeBack(browser, back.pathname + back.search);
    const again = browserOf();
    for (const [name, value] of kept) again.cookies.set(name, value);
    assert.equal(await comeBack(again, back.pathname + back.search), refused);
    const madeUp = browserOf();
    await madeUp.fetch('/v1/auth/oidc/start');
    assert.equal(await comeBack(madeUp, '/v1/auth/oidc/callback?code=x&state=y'), refused);
  });

  test('with an ID token signed by another key', async () => {
    const jwks = (await (await fetch(`${provider.issuer}/jwks`)).json()) as { keys: object[] };
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { n } = publicKey.export({ format: 'jwk' });
    provider.publicKeys = jwks.keys.map((key) => ({ ...key, n }));
    const { oidc } = server.services;
    server.services.oidc = houseProvider();
    const browser = browserOf();
    assert.equal(await goThrough(browser), refused);
    assert.equal(browser.cookies.has('lectern_refresh'), false);
    provider.publicKeys = null;
    server.services.oidc = oidc;
  });

  test('[AA-07] cannot be started by another site, but by our own and from the address bar', async () => {
    const begin = (site: string) =>
      browserOf().fetch('/v1/auth/oidc/start', {
        headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' },
      });
    for (const site of ['cross-site', 'same-site']) {
      const answer = await begin(site);
      assert.deepEqual([answer.status, answer.headers.get('set-cookie')], [403, null], site);
      assertErrorBody(await answer.json(), 403);
    }
    for (const site of ['same-origin', 'none']) assert.equal((await begin(site)).status, 302, site);
  });

  test('[AA-15] continues only to paths of this origin', async () => {
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', 'evil'])
      assert.equal(await goThrough(browserOf(), `?next=${encodeURIComponent(next)}`), '/login#signed-in');
  });
});

test('reports an unreachable provider, and tries again the next time', async () => {
  const { oidc } = server.services;
  server.services.oidc = oidcClient(
    { issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: null, name: 'Gone', private: true },
    server.services.now,
  );
  const response = await server.visitor.fetch('/v1/auth/oidc/start');
  assert.equal(response.headers.get('location'), '/login#sign-in-failed=provider_unreachable');
  server.services.oidc = oidc;
  assert.equal(await goThrough(browserOf()), '/login#signed-in');
});

for (const path of ['/v1/auth/oidc/start', '/v1/auth/oidc/callback'])
  test(`[S-01] the 61st ${path} in 15 minutes is refused, and the server continues`, async () => {
    const own = await startServer();
    try {
      for (let tries = 0; tries < 60; tries++) assert.equal((await own.visitor.fetch(path)).status, 302);
      const refused = await own.visitor.fetch(path);
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      assertErrorBody(await refused.json(), 429);
      await own.visitor.call('GET /health', {});
    } finally {
      await own.stop();
    }
  });

test('invalid settings are named', () => {
  assert.equal(oidcSettings({}), null);
  assert.throws(
    () => oidcSettings({ OIDC_ISSUER: 'http://id.example.org', OIDC_CLIENT_ID: 'x' }),
    /OIDC_ISSUER/,
  );
  assert.throws(() => oidcSettings({ OIDC_ISSUER: 'https://id.example.org' }), /OIDC_CLIENT_ID/);
  const found = oidcSettings({ OIDC_ISSUER: 'http://10.0.0.5', OIDC_CLIENT_ID: 'x', OIDC_PRIVATE: '1' });
  assert.equal(found?.name, '10.0.0.5');
});
