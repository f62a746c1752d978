import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { findChallenge } from '../src/people/auth/factors/challenges.ts';
import {
  addPasskey,
  authenticationOptions,
  passkeysOf,
  registrationOptions,
  renamePasskey,
  verifyPasskey,
} from '../src/people/auth/factors/passkeys.ts';
import {
  beginSecondFactorSetup,
  beginSecondStep,
  removeFactors,
  removeSecondFactor,
} from '../src/people/auth/factors/secondFactor.ts';
import { loadConfig } from '../src/run/config/config.ts';
import { removeOwn } from '../src/store/ownRows.ts';
import { Authenticator } from './support/auth/authenticator.ts';
import { at, authStore, codeOf } from './support/auth/authStore.ts';

const auth = authStore();
const config = loadConfig({ LECTERN_SECRET: 'the secret of this server, which is long enough' });

describe('passkeys', () => {
  const party = { id: 'books.example.org', origin: 'https://books.example.org' };
  const challenge = Buffer.from('a challenge of this server').toString('base64url');
  const ceremony = (over = {}) => ({
    challenge,
    origin: party.origin,
    rpId: party.id,
    userHandle: Buffer.from(auth.userId).toString('base64url'),
    ...over,
  });
  const add = (authenticator: Authenticator, over = {}) =>
    addPasskey(auth.db, party, {
      userId: auth.userId,
      name: 'Phone',
      response: authenticator.create(ceremony(over)),
      now: auth.now(),
    });
  const use = (authenticator: Authenticator, over = {}) =>
    codeOf(verifyPasskey(auth.db, party, authenticator.get(ceremony(over)), auth.now()));
  const user = () => ({ id: auth.userId, name: 'Ada', email: 'ada@example.org' });

  test('are created for this site and user, with verification, and not twice in a device', async () => {
    const options = await registrationOptions(auth.db, party, user());
    assert.deepEqual(options.rp, { id: party.id, name: 'Lectern' });
    assert.deepEqual(options.user, {
      id: Buffer.from(auth.userId).toString('base64url'),
      name: 'ada@example.org',
      displayName: 'Ada',
    });
    assert.deepEqual([options.attestation, options.excludeCredentials], ['none', []]);
    assert.deepEqual(
      options.pubKeyCredParams.map(({ alg }) => alg),
      [-8, -7, -257],
    );
    const { residentKey, userVerification } = options.authenticatorSelection ?? {};
    assert.deepEqual([residentKey, userVerification], ['required', 'required']);
    const authenticator = new Authenticator();
    await add(authenticator);
    const [excluded] = (await registrationOptions(auth.db, party, user())).excludeCredentials ?? [];
    assert.deepEqual(
      [excluded?.id, excluded?.transports],
      [authenticator.credentialId.toString('base64url'), ['internal']],
    );
  });

  test('are used with verification: any, or those of a user', async () => {
    const authenticator = new Authenticator();
    await add(authenticator);
    const any = await authenticationOptions(auth.db, party, null);
    assert.deepEqual([any.rpId, any.userVerification, any.allowCredentials], [party.id, 'required', []]);
    const { allowCredentials = [] } = await authenticationOptions(auth.db, party, auth.userId);
    assert.deepEqual(
      allowCredentials.map(({ id, transports }) => [id, transports]),
      [[authenticator.credentialId.toString('base64url'), ['internal']]],
    );
  });

  test('are stored and shown in the order of their creation', async () => {
    const [first, second] = [new Authenticator(), new Authenticator()];
    const { id, ...shown } = await add(first);
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(shown, {
      name: 'Phone',
      synced: false,
      created_at: at(0).toISOString(),
      last_used_at: null,
    });
    auth.clock -= 1;
    const earlier = await add(second);
    assert.deepEqual(
      (await passkeysOf(auth.db, auth.userId)).map((one) => one.id),
      [earlier.id, id],
    );
    assert.deepEqual(await passkeysOf(auth.db, await auth.addUser()), []);
    assert.equal(await codeOf(add(first)), 'passkey_known');
  });

  test('are refused with the answer for another site, and of a device that verifies nobody', async () => {
    assert.equal(
      await codeOf(add(new Authenticator(), { origin: 'https://example.com' })),
      'passkey_refused',
    );
    assert.equal(await codeOf(add(new Authenticator(), { rpId: 'example.org' })), 'passkey_refused');
    assert.equal(await codeOf(add(new Authenticator({ verifiesUser: false }))), 'passkey_refused');
    assert.deepEqual(await passkeysOf(auth.db, auth.userId), []);
  });

  test('are twenty at most', async () => {
    const [kept] = await Promise.all(Array.from({ length: 19 }, () => add(new Authenticator())));
    await registrationOptions(auth.db, party, user());
    await add(new Authenticator());
    assert.equal(await codeOf(registrationOptions(auth.db, party, user())), 'too_many_passkeys');
    assert.equal(await codeOf(add(new Authenticator())), 'too_many_passkeys');
    assert.equal(await removeOwn(auth.db, 'passkeys', auth.userId, kept?.id ?? ''), true);
    await add(new Authenticator());
  });

  test('name their user, and the moment of their use', async () => {
    const authenticator = new Authenticator();
    await add(authenticator);
    auth.clock += 5;
    assert.equal(await verifyPasskey(auth.db, party, authenticator.get(ceremony()), auth.now()), auth.userId);
    assert.deepEqual(
      (await passkeysOf(auth.db, auth.userId)).map(({ last_used_at, synced }) => [last_used_at, synced]),
      [[at(5).toISOString(), false]],
    );
  });

  test('are not accepted from another site, device or user, without verification, or a second time', async () => {
    const authenticator = new Authenticator();
    await add(authenticator);
    assert.equal(await use(authenticator, { origin: 'https://example.com' }), 'passkey_refused');
    assert.equal(await use(authenticator, { rpId: 'example.org' }), 'passkey_refused');
    assert.equal(await use(new Authenticator()), 'passkey_refused');
    const answer = authenticator.get(ceremony());
    const handleOf = (id: string) => Buffer.from(id).toString('base64url');
    const claimed = { ...answer, response: { ...answer.response, userHandle: handleOf(randomUUID()) } };
    assert.equal(await codeOf(verifyPasskey(auth.db, party, claimed, auth.now())), 'passkey_refused');
    const anonymous = { ...answer, response: { ...answer.response, userHandle: '' } };
    assert.equal(await verifyPasskey(auth.db, party, anonymous, auth.now()), auth.userId);
    assert.equal(await codeOf(verifyPasskey(auth.db, party, answer, auth.now())), 'passkey_refused');
    Object.assign(authenticator, { verifiesUser: false });
    assert.equal(await use(authenticator), 'passkey_refused');
    Object.assign(authenticator, { verifiesUser: true });
    assert.equal(await use(authenticator), null);
  });

  test('are renamed and removed by their user only', async () => {
    const passkey = await add(new Authenticator());
    const other = await auth.addUser();
    assert.deepEqual(
      [
        await renamePasskey(auth.db, other, passkey.id, 'x'),
        await removeOwn(auth.db, 'passkeys', other, passkey.id),
      ],
      [null, false],
    );
    assert.deepEqual(await renamePasskey(auth.db, auth.userId, passkey.id, 'Key'), {
      ...passkey,
      name: 'Key',
    });
    assert.equal(await renamePasskey(auth.db, auth.userId, randomUUID(), 'x'), null);
    const kept = await add(new Authenticator());
    assert.equal(await removeOwn(auth.db, 'passkeys', auth.userId, passkey.id), true);
    assert.deepEqual(await passkeysOf(auth.db, auth.userId), [kept]);
  });

  test('are removed with the second factor and the sign-ins that wait', async () => {
    const other = auth.userId;
    const { token: kept } = await beginSecondStep(auth.db, auth, other, true);
    await add(new Authenticator());
    auth.userId = await auth.addUser();
    await add(new Authenticator());
    await beginSecondFactorSetup(auth.db, { config, now: auth.now }, { id: auth.userId, email: 'x' });
    const { token } = await beginSecondStep(auth.db, auth, auth.userId, true);
    await removeFactors(auth.db, auth.userId);
    assert.deepEqual(await passkeysOf(auth.db, auth.userId), []);
    assert.equal(await removeSecondFactor(auth.db, auth.userId), false);
    assert.equal(await findChallenge(auth.db, 'second-factor', token, auth.now()), null);
    assert.equal((await passkeysOf(auth.db, other)).length, 1);
    assert.notEqual(await findChallenge(auth.db, 'second-factor', kept, auth.now()), null);
  });
});
