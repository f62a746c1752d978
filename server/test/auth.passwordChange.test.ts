import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { issueResetToken } from '../src/people/auth/resetTokens.ts';
import { client } from './support/client.ts';
import { type ServerOfAda, startServerOfAda } from './support/serverOfAda.ts';

let server: ServerOfAda;

before(async () => {
  server = await startServerOfAda();
});

after(() => server.stop());

// Beyond every rate limit window, so that tests do not affect each other.
beforeEach(() => server.pass(7200));

describe('changing the password', () => {
  const eve = { email: 'eve@example.org', password: 'first password', name: 'Eve' };
  const session = async (password: string) => {
    const browser = client(server.origin, '/v1');
    await browser.signIn({ email: eve.email, password });
    return browser;
  };
  before(async () => {
    await client(server.origin, '/v1').register(eve);
  });

  test('[AA-13] ends every other session at once, but not the current one', async () => {
    const [laptop, phone] = [await session('first password'), await session('first password')];
    const old = laptop.token;
    await laptop.fails(403, 'POST /auth/change-password', {
      body: { currentPassword: 'wrong', newPassword: 'second password' },
    });
    const { token } = await laptop.call('POST /auth/change-password', {
      body: { currentPassword: 'first password', newPassword: 'second password' },
    });
    await phone.fails(401, 'GET /books', {});
    await phone.fails(401, 'POST /auth/refresh', {});
    laptop.token = old;
    await laptop.fails(401, 'GET /books', {});
    laptop.token = token;
    await laptop.call('GET /books', {});
    await laptop.call('POST /auth/refresh', {});
    await server.visitor.fails(401, 'POST /auth/login', {
      body: { email: eve.email, password: 'first password' },
    });
  });

  test('[AA-13] signing out everywhere ends every session at once; one that begins right after is valid', async () => {
    const [laptop, phone] = [await session('second password'), await session('second password')];
    await laptop.call('POST /auth/logout-everywhere', {});
    for (const browser of [laptop, phone]) {
      await browser.fails(401, 'GET /books', {});
      await browser.fails(401, 'POST /auth/refresh', {});
    }
    await (await session('second password')).call('GET /books', {});
  });

  test('[AA-12] a reset token works once and for its own account; invented ones do not work', async () => {
    const { db } = server.services;
    const phone = await session('second password');
    await server.visitor.call('POST /auth/reset-password', { body: { email: eve.email } });
    const token = await issueResetToken(db, phone.user?.id ?? '', server.now());
    const confirm = (given: string, password = 'third password') =>
      server.visitor.try('POST /auth/reset-password/confirm', { body: { token: given, password } });
    for (const forged of ['', 'x', `${token}x`, token.slice(0, -1), phone.token ?? '']) {
      assert.equal((await confirm(forged.slice(0, 200))).status, 400);
    }
    assert.equal((await confirm(token)).status, 204);
    assert.equal((await confirm(token, 'fourth password')).status, 400);
    await phone.fails(401, 'GET /books', {});
    await session('third password');
    await server.signedIn();
  });

  test('a reset link expires after an hour, and with the next password', async () => {
    const { db } = server.services;
    const laptop = await session('third password');
    const late = await issueResetToken(db, laptop.user?.id ?? '', server.now());
    server.pass(3_601);
    await server.visitor.fails(400, 'POST /auth/reset-password/confirm', {
      body: { token: late, password: 'long enough' },
    });
    const other = await session('third password');
    const overtaken = await issueResetToken(db, laptop.user?.id ?? '', server.now());
    await other.call('POST /auth/change-password', {
      body: { currentPassword: 'third password', newPassword: 'fifth password' },
    });
    await server.visitor.fails(400, 'POST /auth/reset-password/confirm', {
      body: { token: overtaken, password: 'long enough' },
    });
  });
});
