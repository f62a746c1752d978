import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { authLimits } from '../src/http/rateLimits/authLimits.ts';
import { client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';
import { account, type ServerOfAda, startServerOfAda } from './support/serverOfAda.ts';

let server: ServerOfAda;

before(async () => {
  server = await startServerOfAda();
});

after(() => server.stop());

// Beyond every rate limit window, so that tests do not affect each other.
beforeEach(() => server.pass(7200));

type Asked = 'POST /auth/login' | 'POST /auth/reset-password' | 'POST /auth/register';

const slowWorkOf: Record<Asked, string[]> = {
  'POST /auth/login': ['verify argon2id v=19 m=19456,t=2,p=1'],
  'POST /auth/reset-password': ['pause 150'],
  'POST /auth/register': ['hash'],
};

/** Neither the response nor the expensive work reveals whether an address has an account. */
async function knownAndUnknownAlike(asked: TestServer, keys: readonly Asked[]): Promise<void> {
  const ask = async (key: Asked, email: string) => {
    const bodies: Record<Asked, object> = {
      'POST /auth/login': { email, password: 'not it' },
      'POST /auth/reset-password': { email },
      'POST /auth/register': { ...account, email },
    };
    const { result, done } = await server.slowWork.during(() =>
      asked.visitor.try(key, { body: bodies[key] }),
    );
    assert.deepEqual(done, slowWorkOf[key], `${key} of ${email}`);
    return `${result.status} ${JSON.stringify(result.body)}`;
  };
  for (const key of keys) assert.equal(await ask(key, account.email), await ask(key, 'unknown@example.org'));
}

describe('failed attempts', () => {
  test('[AA-08] are limited, whatever X-Forwarded-For says', async () => {
    const guess = (i: number) =>
      server.visitor.try(
        'POST /auth/login',
        { body: { email: account.email, password: `guess ${i}` } },
        {
          headers: { 'x-forwarded-for': `10.0.0.${i}` },
        },
      );
    for (let i = 0; i < 10; i++) assert.equal((await guess(i)).status, 401);
    const refused = await guess(11);
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    await server.visitor.fails(429, 'POST /auth/login', {
      body: { email: account.email, password: account.password },
    });
    server.pass(901);
    await server.signedIn();
  });

  test('[AA-08] behind a trusted proxy, are limited by the address that the proxy has seen', async () => {
    const proxied = await startServer({ config: { trustProxy: true } });
    const guess = (forwarded: string) =>
      proxied.visitor.try(
        'POST /auth/login',
        { body: { email: account.email, password: 'x' } },
        {
          headers: { 'x-forwarded-for': forwarded },
        },
      );
    for (let i = 0; i < 10; i++) assert.equal((await guess(`10.0.0.${i}, 9.9.9.9`)).status, 401);
    assert.equal((await guess('10.0.0.99, 9.9.9.9')).status, 429);
    assert.equal((await guess('8.8.8.8')).status, 401);
    await proxied.stop();
  });

  test('in parallel are all counted', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        server.visitor.try('POST /auth/login', {
          body: { email: 'nobody@example.org', password: `guess ${i}` },
        }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 401).length, 10);
    assert.equal(answers.filter(({ status }) => status === 429).length, 20);
  });

  test('are not counted for successful sign-ins', async () => {
    for (let i = 0; i < 15; i++) await server.signedIn();
  });

  test('[M-10] successful sign-ins of users in one network do not count against each other', async () => {
    const { limits } = server.services;
    const names = ['first', 'second', 'third'].map((name) => `${name} in the network`);
    const accounts = names.map((name, i) => ({
      email: `network${i}@example.org`,
      password: 'long enough',
      name,
    }));
    for (const account of accounts) await client(server.origin, '/v1').register(account);
    // All attempts of the network but one.
    for (let i = 1; i < authLimits.loginFromAddress.tries; i++)
      await limits.hit('login-network', '127.0.0.1', authLimits.loginFromAddress);
    for (const account of accounts) await client(server.origin, '/v1').signIn(account);
    const wrong = { body: { email: 'nobody@example.org', password: 'not it' } };
    await server.visitor.fails(401, 'POST /auth/login', wrong);
    await server.visitor.fails(429, 'POST /auth/login', wrong);
  });

  // An open library signs new users in at once, so it cannot hide which addresses are taken: see SECURITY.md.
  test('[AA-09] [M-12] with registration by invitation, sign-in, reset and registration answer the same for known and unknown addresses, after the same work', async () => {
    const invited = await startServer({ services: { now: server.now, ...server.slowWork.services } });
    try {
      const ada = client(invited.origin, '/v1');
      await ada.register(account);
      await ada.call('PUT /admin/settings', { body: { registration: 'invited' } });
      await knownAndUnknownAlike(invited, [
        'POST /auth/login',
        'POST /auth/reset-password',
        'POST /auth/register',
      ]);
    } finally {
      await invited.stop();
    }
  });

  test('AA-09 in part [M-12]: an open library answers the same at sign-in and reset; registration reveals that an address is taken, after the same work', async () => {
    await knownAndUnknownAlike(server, ['POST /auth/login', 'POST /auth/reset-password']);
    server.pass(7200);
    for (const [email, status] of [
      [account.email, 409],
      ['free@example.org', 201],
    ] as const) {
      const { result, done } = await server.slowWork.during(() =>
        server.visitor.try('POST /auth/register', { body: { ...account, email } }),
      );
      assert.deepEqual([result.status, done], [status, slowWorkOf['POST /auth/register']]);
    }
  });

  test('[M-12] a pause takes the requested time', async (t) => {
    const other = await startServer();
    try {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      let over = false;
      const pause = other.services.pause(150).then(() => {
        over = true;
      });
      t.mock.timers.tick(149);
      await new Promise(setImmediate);
      assert.equal(over, false);
      t.mock.timers.tick(1);
      await pause;
    } finally {
      t.mock.timers.reset();
      await other.stop();
    }
  });

  test('asking which addresses are taken is rate-limited', async () => {
    for (let i = 0; i < 10; i++) await server.visitor.fails(409, 'POST /auth/register', { body: account });
    await server.visitor.fails(429, 'POST /auth/register', { body: account });
    await server.visitor.fails(429, 'POST /auth/register', {
      body: { ...account, email: 'another@example.org' },
    });
  });

  test('a token or password in the address is refused', async () => {
    const ada = await server.signedIn();
    for (const name of ['token', 'access_token', 'password', 'Authorization']) {
      const response = await server.visitor.fetch(`/v1/books?${name}=${ada.token}`);
      assert.equal(response.status, 400);
    }
  });
});
