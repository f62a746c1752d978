import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { startServer } from './support/server.ts';
import { account, type ServerOfAda, startServerOfAda } from './support/serverOfAda.ts';

let server: ServerOfAda;

before(async () => {
  server = await startServerOfAda();
});

after(() => server.stop());

// Beyond every rate limit window, so that tests do not affect each other.
beforeEach(() => server.pass(7200));

describe('accounts', () => {
  test('the first account is administrator, others are not', async () => {
    const ada = await server.signedIn();
    const bea = await server.reader('bea');
    assert.deepEqual(ada.user?.roles, ['admin', 'user']);
    assert.deepEqual(bea.user?.roles, ['user']);
  });

  test('passwords are stored as argon2id, with the parameters of OWASP', async () => {
    const product = await startServer({ atFullCost: true });
    try {
      await product.reader();
      const row = await product.services.db
        .selectFrom('users')
        .select('password_hash')
        .executeTakeFirstOrThrow();
      assert.match(row.password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    } finally {
      await product.stop();
    }
  });

  test('an address is unique however it is written', async () => {
    const error = await server.visitor.fails(409, 'POST /auth/register', {
      body: { ...account, email: 'ADA@Example.org' },
    });
    assert.equal(error.code, 'email_taken');
  });

  test('the profile can be changed, but not roles and the like', async () => {
    const ada = await server.signedIn();
    const profile = await ada.call('PUT /auth/profile', {
      body: { name: ' Ada ', time_zone: 'Europe/Paris', preferences: { theme: 'dark' } },
    });
    assert.equal(profile.name, 'Ada');
    assert.equal(profile.time_zone, 'Europe/Paris');
    await ada.call('PUT /auth/profile', { body: { preferences: { view: 'list' } } });
    assert.deepEqual((await ada.call('GET /auth/profile', {})).preferences, { theme: 'dark', view: 'list' });
  });

  test('[AZ-03] roles, isAdmin or an id in a body are refused', async () => {
    const bea = await server.reader('mallory');
    for (const extra of [
      { roles: ['admin'] },
      { isAdmin: true },
      { id: bea.user?.id },
      { created_at: '2020-01-01T00:00:00Z' },
    ]) {
      await bea.fails(422, 'PUT /auth/profile', { body: { name: 'M', ...extra } });
      await server.visitor.fails(422, 'POST /auth/register', {
        body: { email: 'new@example.org', password: 'long enough', name: 'N', ...extra },
      });
    }
    assert.deepEqual((await bea.call('GET /auth/profile', {})).roles, ['user']);
  });

  test('[AA-10] [M-12] a password that is too long and a blank name are refused before anything is hashed', async () => {
    for (const body of [
      { ...account, email: 'long@example.org', password: 'x'.repeat(10_000) },
      { ...account, email: 'blank@example.org', name: '   ' },
    ]) {
      const { done } = await server.slowWork.during(() =>
        server.visitor.fails(422, 'POST /auth/register', { body }),
      );
      assert.deepEqual(done, []);
    }
  });
});
