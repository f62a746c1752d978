import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Client, client } from './support/client.ts';
import { startServer } from './support/server.ts';
import { account, type ServerOfAda, startServerOfAda } from './support/serverOfAda.ts';

let server: ServerOfAda;

before(async () => {
  server = await startServerOfAda();
});

after(() => server.stop());

// Beyond every rate limit window, so that tests do not affect each other.
beforeEach(() => server.pass(7200));

describe('refreshing', () => {
  const cookieOf = (browser: Client) => [...browser.cookies.values()][0] ?? '';
  const withCookie = (value: string) => {
    const browser = client(server.origin, '/v1');
    browser.cookies.set('lectern_refresh', value);
    return browser;
  };

  test('signing in again ends only the previous session of the same browser', async () => {
    const [phone, browser, former] = [
      await server.signedIn(),
      await server.signedIn(),
      client(server.origin, '/v1'),
    ];
    former.token = browser.token;
    await former.call('GET /books', {});
    await browser.signIn(account);
    await former.fails(401, 'GET /books', {});
    await browser.call('GET /books', {});
    await phone.call('GET /books', {});
  });

  test('the cookie is not accessible to scripts and not sent by other sites', async () => {
    const response = await server.visitor.fetch('/v1/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: account.email, password: account.password }),
    });
    const cookie = response.headers.get('set-cookie') ?? '';
    assert.match(cookie, /^lectern_refresh=[\w-]{44};/);
    assert.match(cookie, /HttpOnly/);
    assert.match(cookie, /SameSite=Strict/);
    assert.match(cookie, /Path=\/v1\/auth/);
    server.visitor.cookies.clear();
  });

  test('without staying signed in, the cookie and its successors end with the browser session', async () => {
    const cookieLine = async (path: string, init: RequestInit) =>
      (await server.visitor.fetch(path, { method: 'POST', ...init })).headers
        .getSetCookie()
        .find((line) => line.startsWith('lectern_refresh=')) ?? 'none';
    const login = (stay?: boolean) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: account.email, password: account.password, stay }),
    });
    assert.match(await cookieLine('/v1/auth/login', login()), /Max-Age=2592000/);
    assert.match(await cookieLine('/v1/auth/refresh', {}), /Max-Age=2592000/);
    assert.doesNotMatch(await cookieLine('/v1/auth/login', login(false)), /Max-Age|Expires/);
    assert.doesNotMatch(await cookieLine('/v1/auth/refresh', {}), /Max-Age|Expires/);
    server.visitor.cookies.clear();
  });

  test('over TLS the cookie is bound to this host', async () => {
    const proxied = await startServer({ config: { trustProxy: true } });
    const response = await proxied.visitor.fetch('/v1/auth/register', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '9.9.9.9',
      },
      body: JSON.stringify(account),
    });
    const cookie = response.headers.get('set-cookie') ?? '';
    assert.match(cookie, /^__Host-lectern_refresh=/);
    assert.match(cookie, /Secure/);
    assert.match(cookie, /Path=\/;/);
    await proxied.stop();
  });

  test('a refresh returns a new access token and a new cookie', async () => {
    const ada = await server.signedIn();
    const before = cookieOf(ada);
    server.pass(1000);
    const { token } = await ada.call('POST /auth/refresh', {});
    assert.notEqual(cookieOf(ada), before);
    ada.token = token;
    await ada.call('GET /books', {});
  });

  test('only hashes of the tokens are stored', async () => {
    const ada = await server.signedIn();
    await ada.call('POST /auth/refresh', {});
    const rows = await server.services.db.selectFrom('refresh_tokens').selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(cookieOf(ada)));
  });

  test('[AA-04] a repeated refresh within the grace period returns the same successor', async () => {
    const ada = await server.signedIn();
    const old = cookieOf(ada);
    await ada.call('POST /auth/refresh', {});
    const successor = cookieOf(ada);
    server.pass(29);
    const again = withCookie(old);
    const { token } = await again.call('POST /auth/refresh', {});
    assert.equal(cookieOf(again), successor);
    again.token = token;
    await again.call('GET /books', {});
    server.pass(60);
    await again.call('POST /auth/refresh', {});
  });

  test('[AA-05] an old refresh token after the grace period ends the session, and the user is told', async () => {
    const ada = await server.signedIn();
    const stolen = cookieOf(ada);
    await ada.call('POST /auth/refresh', {});
    server.pass(31);
    const thief = withCookie(stolen);
    const error = await thief.fails(401, 'POST /auth/refresh', {});
    assert.equal(error.code, 'session_reused');
    assert.match(error.error, /signed out/);
    await ada.fails(401, 'POST /auth/refresh', {});
    await ada.fails(401, 'GET /books', {});
  });

  test('[AA-06] two tabs that refresh in the same second stay signed in, and so do two devices', async () => {
    const ada = await server.signedIn();
    const tab = withCookie(cookieOf(ada));
    const phone = await server.signedIn();
    const answers = await Promise.all(
      [ada, tab, phone].map((browser) => browser.call('POST /auth/refresh', {})),
    );
    assert.equal(cookieOf(ada), cookieOf(tab));
    for (const [i, browser] of [ada, tab, phone].entries()) {
      browser.token = answers[i]?.token ?? null;
      await browser.call('GET /books', {});
      server.pass(100);
      const next = i === 1 ? ada : browser;
      await next.call('POST /auth/refresh', {});
    }
  });

  test('a tab that is two steps behind within the grace period gets the newest token', async () => {
    const ada = await server.signedIn();
    const oldest = cookieOf(ada);
    await ada.call('POST /auth/refresh', {});
    await ada.call('POST /auth/refresh', {});
    const tab = withCookie(oldest);
    await tab.call('POST /auth/refresh', {});
    assert.equal(cookieOf(tab), cookieOf(ada));
  });

  test('signing out ends this device’s session at once, and no other', async () => {
    const [ada, phone] = [await server.signedIn(), await server.signedIn()];
    const cookie = cookieOf(ada);
    await ada.call('POST /auth/logout', {});
    assert.equal(ada.cookies.has('lectern_refresh'), false);
    await ada.fails(401, 'GET /books', {});
    await withCookie(cookie).fails(401, 'POST /auth/refresh', {});
    await phone.call('GET /books', {});
  });

  test('a script without the cookie can sign out with its access token', async () => {
    const script = await server.signedIn();
    script.cookies.clear();
    await script.call('POST /auth/logout', {});
    await script.fails(401, 'GET /books', {});
  });

  test('[S-16] a session ends after 30 days without use', async () => {
    const ada = await server.signedIn();
    server.pass(29 * 86_400);
    Object.assign(ada, await ada.call('POST /auth/refresh', {}));
    server.pass(31 * 86_400);
    await ada.fails(401, 'POST /auth/refresh', {});
    await ada.fails(401, 'GET /books', {});
  });

  test('[S-16] a session ends after 180 days, however often it is used', async () => {
    const ada = await server.signedIn();
    for (let days = 20; days < 180; days += 20) {
      server.pass(20 * 86_400);
      Object.assign(ada, await ada.call('POST /auth/refresh', {}));
    }
    assert.equal((await ada.call('GET /auth/sessions', {})).items.length, 1);
    server.pass(20 * 86_400);
    await ada.fails(401, 'POST /auth/refresh', {});
  });

  /** Copies the tokens of the user's latest session, one per minute of age. */
  async function copyTokens(count: number, sessionOf: (index: number, of: string) => string) {
    const { db } = server.services;
    const tokens = db.selectFrom('refresh_tokens').selectAll().orderBy('created_at', 'desc').limit(1);
    const last = await tokens.executeTakeFirstOrThrow();
    const copies = Array.from({ length: count }, (_, index) => ({
      ...last,
      id: randomUUID(),
      token_hash: randomUUID(),
      session_id: sessionOf(index, last.session_id),
      created_at: new Date(server.now().getTime() - (index + 1) * 60_000).toISOString(),
    }));
    await db.insertInto('refresh_tokens').values(copies).execute();
    return copies;
  }

  test('[S-02] a user has at most 200 sessions: the least recently used one ends', async () => {
    const [old, used] = [await server.signedIn(), await server.signedIn()];
    server.pass(500 * 60);
    await copyTokens(198, () => randomUUID());
    Object.assign(used, await used.call('POST /auth/refresh', {}));
    const ada = await server.signedIn();
    await old.fails(401, 'POST /auth/refresh', {});
    await used.call('GET /books', {});
    const { items } = await ada.call('GET /auth/sessions', { query: { limit: 500 } });
    assert.equal(items.length, 200);
    await ada.call('POST /auth/logout-everywhere', {});
  });

  test('[S-02] the newest 500 tokens of a session are kept', async () => {
    const ada = await server.signedIn();
    const copies = await copyTokens(520, (_, of) => of);
    Object.assign(ada, await ada.call('POST /auth/refresh', {}));
    const tokens = server.services.db.selectFrom('refresh_tokens').selectAll();
    const kept = await tokens.where('session_id', '=', copies[0]?.session_id ?? '').execute();
    assert.equal(kept.length, 500);
    await ada.call('POST /auth/refresh', {});
  });

  test('shorter limits in the settings apply to existing sessions', async () => {
    const ada = await server.signedIn();
    server.pass(10 * 86_400);
    const { sessions } = server.config;
    server.services.config.sessions = { idleDays: 7, maxDays: 180 };
    try {
      await ada.fails(401, 'POST /auth/refresh', {});
    } finally {
      server.services.config.sessions = sessions;
    }
  });

  test('[S-12] with an https LECTERN_ORIGIN, cookies are Secure and bound to the host, also without a trusted proxy', async () => {
    const proxied = await startServer({ config: { origin: 'https://books.example.org' } });
    try {
      const { headers } = await proxied.visitor.fetch('/v1/auth/register', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
        body: JSON.stringify(account),
      });
      const lines = headers.getSetCookie();
      assert.deepEqual(lines.map((line) => line.split('=')[0]).sort(), [
        '__Host-lectern_device',
        '__Host-lectern_refresh',
      ]);
      for (const line of lines) assert.match(line, /Path=\/; HttpOnly; Secure/);
      await proxied.visitor.call('POST /auth/refresh', {});
    } finally {
      await proxied.stop();
    }
  });

  test('[AA-07] cross-site calls with the cookie are refused', async () => {
    const ada = await server.signedIn();
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: server.origin.replace('http:', 'http:').replace(/\d+$/, '1') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: server.origin },
    ];
    for (const headers of foreign) {
      await ada.fails(403, 'POST /auth/refresh', {}, { headers });
      await ada.fails(403, 'POST /auth/logout', {}, { headers });
      await ada.fails(
        403,
        'POST /auth/login',
        { body: { email: account.email, password: account.password } },
        { headers },
      );
    }
    await ada.call('POST /auth/refresh', {}, { headers: { origin: server.origin } });
    await ada.call('POST /auth/refresh', {}, { headers: { 'sec-fetch-site': 'same-origin' } });
  });
});
