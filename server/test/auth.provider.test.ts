import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { beginSecondFactorSetup, removeSecondFactor } from '../src/people/auth/factors/secondFactor.ts';
import type { OidcPerson } from '../src/people/auth/oidc/oidcClient.ts';
import { findOrCreateAccount } from '../src/people/auth/oidcAccount.ts';
import { loadConfig } from '../src/run/config/config.ts';
import { at, authStore, codeOf } from './support/auth/authStore.ts';
import { rowsOf } from './support/tables.ts';

const auth = authStore();
const config = loadConfig({ LECTERN_SECRET: 'the secret of this server, which is long enough' });

describe('[O-06] the account of a provider’s user', () => {
  const person = (more: Partial<OidcPerson> = {}): OidcPerson => ({
    issuer: 'https://id.example.org',
    subject: randomUUID(),
    email: `${randomUUID()}@example.org`,
    emailVerified: true,
    name: 'Ada Lovelace',
    ...more,
  });
  const sign = (who: OidcPerson, invitation: string | null = null) =>
    findOrCreateAccount(
      auth.db,
      { config, now: auth.now, engine: { ...auth.store, acquireLock: async () => {} } },
      who,
      invitation,
    );
  const userOf = (id: string) =>
    auth.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  test('is created with a name, without a password, and found again by issuer and subject', async () => {
    const who = person();
    const { userId: id, outcome } = await sign(who);
    assert.equal(outcome, 'created');
    const { name, email, password_hash, roles } = await userOf(id);
    assert.deepEqual([name, email, password_hash], ['Ada Lovelace', who.email, '']);
    assert.ok(!roles.includes('admin'));
    assert.deepEqual(await sign({ ...who, email: null, emailVerified: false }), {
      userId: id,
      outcome: 'known',
    });
    for (const other of [{ issuer: 'https://other.example.org' }, { subject: 'another' }])
      assert.notEqual((await sign({ ...who, ...other })).outcome, 'known');
    const kept = (await rowsOf(auth.db, 'identities')).filter((row) => row.subject === who.subject);
    assert.equal(kept[0]?.created_at, at(0).toISOString());
  });

  test('has the first part of the address as its name where the provider has none, and 200 characters at most', async () => {
    const named = async (more: Partial<OidcPerson>) => (await userOf((await sign(person(more))).userId)).name;
    assert.equal(
      await named({ name: null, email: `grace.${auth.userId}@example.org` }),
      `grace.${auth.userId}`,
    );
    assert.equal(await named({ name: 'x'.repeat(201) }), 'x'.repeat(200));
  });

  test('needs an address, and an existing one only if the provider has verified it', async () => {
    assert.equal(await codeOf(sign(person({ email: null }))), 'email_needed');
    const unverified = person({ email: auth.email, emailVerified: false });
    assert.equal(await codeOf(sign(unverified)), 'email_taken');
    assert.equal((await userOf(auth.userId)).password_hash, 'h');
  });

  test('is the one with the verified address, whose password and factors are removed', async () => {
    await beginSecondFactorSetup(auth.db, { config, now: auth.now }, { id: auth.userId, email: 'x' });
    const joined = { userId: auth.userId, outcome: 'joined', passwordRemoved: true };
    assert.deepEqual(await sign(person({ email: auth.email })), joined);
    assert.equal((await userOf(auth.userId)).password_hash, '');
    assert.equal(await removeSecondFactor(auth.db, auth.userId), false);
    const again = await sign(person({ email: auth.email }));
    assert.deepEqual(again, { ...joined, passwordRemoved: false });
  });

  test('is an administrator’s, who keeps the password', async () => {
    const { id } = await auth.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', auth.adminEmail)
      .executeTakeFirstOrThrow();
    assert.deepEqual(await sign(person({ email: auth.adminEmail })), { userId: id, outcome: 'joined' });
    assert.equal((await userOf(id)).password_hash, 'h');
  });
});
