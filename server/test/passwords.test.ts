import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { argon2id, hashPassword } from '../src/people/auth/credentials/passwords.ts';
import { issueResetToken } from '../src/people/auth/resetTokens.ts';
import { client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

const ada = { name: 'Ada Lovelace', email: 'ada.lovelace@example.org' };
/** Passwords with the expected message. */
const refused = [
  ['password', /most common/],
  ['PASSWORD', /most common/],
  ['12345678', /most common/],
  ['qwertyuiop', /most common/],
  ['        ', /nothing but spaces/],
  ['seven 7', /at least 8/],
  ['😀😀😀😀😀😀😀', /at least 8/],
  ['x y'.repeat(43), /at most 128/],
  ['ada.lovelace@example.org', /your own name or address/],
  ['Lovelace1815', /your own name or address/],
] as const;

test('[S-06] a common password is refused with the reason', async () => {
  for (const [password, why] of refused) {
    const error = await server.visitor.fails(422, 'POST /auth/register', { body: { ...ada, password } });
    assert.equal(error.code, 'weak_password', password);
    assert.match(error.error, why);
  }
});

test('[S-06] any characters are allowed: 8 to 128 of them, counted as users count', async () => {
  for (const [i, password] of [
    'only words',
    '日本語のパスワード',
    '😀😃😄😁😆😅😂🙂',
    'x y'.repeat(42),
  ].entries()) {
    const who = { name: 'Cy', email: `cy${i}@example.org`, password };
    await client(server.origin, '/v1').register(who);
    await client(server.origin, '/v1').signIn(who);
  }
});

test('[S-06] the same applies to a change and a reset, whose link can be used again', async () => {
  const reader = await server.reader('bea');
  for (const newPassword of ['password1', 'bea@example.org']) {
    const body = { currentPassword: 'password of bea', newPassword };
    assert.equal((await reader.fails(422, 'POST /auth/change-password', { body })).code, 'weak_password');
  }
  const token = await issueResetToken(server.services.db, reader.user?.id ?? '', new Date());
  const confirm = (password: string) => ({ body: { token, password } });
  await server.visitor.fails(422, 'POST /auth/reset-password/confirm', confirm('bea@example.org'));
  await server.visitor.call('POST /auth/reset-password/confirm', confirm('some other words'));
  await reader.signIn({ email: 'bea@example.org', password: 'some other words' });
});

test('[S-06] an account with an existing weak password can still sign in', async () => {
  const reader = await server.reader('dee');
  await server.services.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(argon2id, 'password') })
    .where('id', '=', reader.user?.id ?? '')
    .execute();
  await reader.signIn({ email: 'dee@example.org', password: 'password' });
});
