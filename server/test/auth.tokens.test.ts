import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { SignJWT, UnsecuredJWT } from 'jose';
import { type ServerOfAda, startServerOfAda } from './support/serverOfAda.ts';

let server: ServerOfAda;

before(async () => {
  server = await startServerOfAda();
});

after(() => server.stop());

// Beyond every rate limit window, so that tests do not affect each other.
beforeEach(() => server.pass(7200));

describe('access tokens', () => {
  test('[AA-01] are accepted only when signed by us, for us, and not expired', async () => {
    const ada = await server.signedIn();
    const good = ada.token ?? '';
    const [head, payload, mac] = good.split('.');
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const unix = Math.floor(server.now().getTime() / 1000);
    const key = Buffer.from('another key that is long enough to be one');
    const signedBy = (header: object, body = claims) =>
      new SignJWT(body).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header }).sign(key);
    const tampered = Buffer.from(
      JSON.stringify({ ...claims, sub: '00000000-0000-4000-8000-000000000000' }),
    ).toString('base64url');
    const bad = [
      new UnsecuredJWT(claims).encode(),
      await signedBy({}),
      await signedBy({ jku: `${server.origin}/keys.json`, kid: '1' }),
      `${head}.${tampered}.${mac}`,
      `${head}.${payload}.`,
      'x',
    ];
    for (const token of bad) {
      ada.token = token;
      await ada.fails(401, 'GET /books', {});
    }
    const { ours } = await forgery();
    const wrong = [
      await ours({ aud: 'elsewhere' }),
      await ours({ iss: 'elsewhere' }),
      await ours({ exp: unix - 1 }),
      await ours({ nbf: unix + 61, iat: unix + 61 }),
      await ours({}, { typ: 'JWT' }),
      await ours({ sub: undefined }),
    ];
    for (const token of wrong) {
      ada.token = token;
      await ada.fails(401, 'GET /books', {});
    }
    for (const token of [good, await ours({}), await ours({ nbf: unix + 30, iat: unix + 30 })]) {
      ada.token = token;
      await ada.call('GET /books', {});
    }

    /** Tokens signed with the real key, with chosen claims. */
    async function forgery() {
      const ourKey = Buffer.from(`access\n${server.config.secret}`);
      return {
        ours: (change: object, header: object = {}) =>
          new SignJWT({ ...claims, ...change })
            .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
            .sign(ourKey),
      };
    }
  });

  test('expire after 15 minutes', async () => {
    const ada = await server.signedIn();
    server.pass(15 * 60 - 5);
    await ada.call('GET /books', {});
    server.pass(10);
    assert.equal((await ada.fails(401, 'GET /books', {})).code, 'token_rejected');
  });

  test('[AA-03] are not accepted as refresh tokens, and vice versa', async () => {
    const ada = await server.signedIn();
    const access = ada.token ?? '';
    const [[name, refresh] = ['', '']] = [...ada.cookies];
    ada.token = refresh;
    await ada.fails(401, 'GET /books', {});
    ada.cookies.set(name, access);
    ada.token = null;
    await ada.fails(401, 'POST /auth/refresh', {});
  });
});
