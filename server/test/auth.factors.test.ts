import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import type { PasswordHasher } from '../src/auth/credentials/passwords.ts';
import { consumeChallenge, findChallenge } from '../src/auth/factors/challenges.ts';
import { notifyFactorChange } from '../src/auth/factors/notifyFactorChange.ts';
import {
  addPasskey,
  authenticationOptions,
  passkeysOf,
  registrationOptions,
  removePasskey,
  renamePasskey,
  verifyPasskey,
} from '../src/auth/factors/passkeys.ts';
import {
  consumeRecoveryCode,
  hashRecoveryCodes,
  newRecoveryCodes,
  recoveryCodesLeft,
  replaceRecoveryCodes,
} from '../src/auth/factors/recoveryCodes.ts';
import { removeFactors } from '../src/auth/factors/removeFactors.ts';
import {
  beginSecondFactorSetup,
  beginSecondStep,
  enableSecondFactor,
  hasSecondFactor,
  removeSecondFactor,
  requireCode,
  secondFactorState,
} from '../src/auth/factors/secondFactor.ts';
import type { OidcPerson } from '../src/auth/oidc/oidcClient.ts';
import { findOrCreateAccount } from '../src/auth/oidcAccount.ts';
import { addUser } from '../src/auth/users.ts';
import { loadConfig } from '../src/config/config.ts';
import { dbRateLimiter } from '../src/rateLimits/dbRateLimiter.ts';
import { Authenticator } from './support/authenticator.ts';
import { openTestStore } from './support/store.ts';
import { rowsOf } from './support/tables.ts';

const start = Date.parse('2026-03-01T12:00:10.000Z');
const minutes = 60_000;
const config = loadConfig({ LECTERN_SECRET: 'the secret of this server, which is long enough' });
/** Reversible, so that no test waits for hashing. */
const passwordHasher: PasswordHasher = {
  hash: async (password) => `hash of ${password}`,
  verify: async (hashed, password) => hashed === `hash of ${password}`,
};

let clock = start;
const now = () => new Date(clock);
const iso = (later = 0) => new Date(start + later).toISOString();
let store: Awaited<ReturnType<typeof openTestStore>>;
let db: typeof store.db;
let userId: string;
let users = 0;

const emailOf = (user: number) => `factor${user}@example.org`;
const anyUser = (passwordHash = 'h') =>
  addUser(db, { email: emailOf(++users), name: 'A Reader', passwordHash, timeZone: 'UTC', now: now() });
const services = () => ({ config, now, db, passwordHasher, limits: dbRateLimiter(db, now), engine: store });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code }) => code,
  );

before(async () => {
  store = await openTestStore();
  db = store.db;
  // The first account is an administrator's.
  users = 0;
  await anyUser();
});
after(() => store[Symbol.asyncDispose]());
beforeEach(async () => {
  clock = start;
  userId = await anyUser();
});

describe('[S-16] a second factor', () => {
  const begin = () => beginSecondFactorSetup(db, services(), { id: userId, email: emailOf(users) });
  const codeAt = (secret: string, later = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: start + later });
  const enabled = async () => {
    const { secret } = await begin();
    assert.equal(await enableSecondFactor(db, services(), userId, codeAt(secret)), true);
    clock += minutes;
    return secret;
  };
  const enter = (code: string) => codeOf(requireCode(services(), userId, code));

  test('has a secret of 20 bytes, shown as text and as the address of a QR code', async () => {
    const { secret, uri } = await begin();
    assert.match(secret, /^[A-Z2-7]{32}$/);
    assert.equal(
      uri,
      `otpauth://totp/Lectern:${encodeURIComponent(emailOf(users))}?issuer=Lectern&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    const [row] = (await rowsOf(db, 'second_factors')).filter((one) => one.user_id === userId);
    assert.deepEqual([row?.created_at, row?.enabled_at, Number(row?.last_step)], [iso(), null, 0]);
  });

  test('is on after the first right code of the last secret', async () => {
    assert.equal(await enableSecondFactor(db, services(), userId, '123456'), false);
    const old = await begin();
    const { secret } = await begin();
    assert.notEqual(old.secret, secret);
    assert.equal(await enableSecondFactor(db, services(), userId, codeAt(old.secret)), false);
    assert.deepEqual([await hasSecondFactor(db, userId), await secondFactorState(db, userId)], [false, null]);
    assert.equal(await enter(codeAt(secret)), 'wrong_code');
    assert.equal(await enableSecondFactor(db, services(), userId, codeAt(secret)), true);
    assert.deepEqual(await secondFactorState(db, userId), { enabled_at: iso(), recovery_codes: 0 });
    assert.equal(await hasSecondFactor(db, userId), true);
    assert.equal(await hasSecondFactor(db, await anyUser()), false);
    assert.equal(await codeOf(begin()), 'second_factor_on');
    assert.equal(await enableSecondFactor(db, services(), userId, codeAt(secret, 30_000)), false);
  });

  test('takes a code 30 seconds before and after its time, spaces in it, and each once', async () => {
    const secret = await enabled();
    assert.equal(await enter(codeAt(secret, -60_000 + minutes)), 'wrong_code');
    assert.equal(await enter(codeAt(secret, 60_000 + minutes)), 'wrong_code');
    assert.equal(await enter(codeAt(secret, -30_000 + minutes)), null);
    const code = codeAt(secret, minutes);
    assert.equal(await enter(` ${code.slice(0, 3)} ${code.slice(3)} `), null);
    assert.equal(await enter(code), 'wrong_code');
    assert.equal(await enter(codeAt(secret, 30_000 + minutes)), null);
    assert.equal(await enter(code), 'wrong_code');
  });

  test('takes nothing that is not six digits', async () => {
    const secret = await enabled();
    const code = codeAt(secret, minutes);
    for (const typed of ['', code.slice(1), `${code}0`, `x${code}`])
      assert.equal(await enter(typed), 'wrong_code');
    assert.equal(await enter(code), null);
  });

  test('refuses all codes for 15 minutes after ten wrong ones in a row', async () => {
    const secret = await enabled();
    for (let tries = 0; tries < 9; tries++) assert.equal(await enter('000'), 'wrong_code');
    assert.equal(await enter(codeAt(secret, minutes)), null);
    for (let tries = 0; tries < 10; tries++) assert.equal(await enter('000'), 'wrong_code');
    assert.equal(await enter(codeAt(secret, minutes + 30_000)), 'too_many_requests');
    const other = userId;
    userId = await anyUser();
    assert.equal(await enter('000'), 'wrong_code');
    userId = other;
    clock += 15 * minutes;
    assert.equal(await enter(codeAt(secret, 16 * minutes)), null);
  });

  test('takes a recovery code in place of a code, and says which it was', async () => {
    const secret = await enabled();
    const codes = newRecoveryCodes();
    await replaceRecoveryCodes(db, userId, await hashRecoveryCodes(passwordHasher, codes));
    assert.equal(await requireCode(services(), userId, codeAt(secret, minutes)), 'totp');
    assert.equal(await requireCode(services(), userId, codes[3] ?? ''), 'recovery_codes');
    assert.equal(await enter(codes[3] ?? ''), 'wrong_code');
    assert.deepEqual(await secondFactorState(db, userId), { enabled_at: iso(), recovery_codes: 9 });
  });

  test('is removed with its recovery codes', async () => {
    await enabled();
    const other = await anyUser();
    for (const id of [userId, other]) await replaceRecoveryCodes(db, id, ['a', 'b']);
    assert.deepEqual(await removeSecondFactor(db, userId), true);
    assert.equal(await removeSecondFactor(db, userId), false);
    assert.deepEqual([await hasSecondFactor(db, userId), await secondFactorState(db, userId)], [false, null]);
    assert.deepEqual([await recoveryCodesLeft(db, userId), await recoveryCodesLeft(db, other)], [0, 2]);
  });
});

describe('[S-16] recovery codes', () => {
  const use = (plain: string, id = userId) => consumeRecoveryCode(services(), id, plain);

  test('are hashed as they are compared', async () => {
    assert.deepEqual(await hashRecoveryCodes(passwordHasher, ['ABCD-efgh-jkmn', 'no code']), [
      'hash of abcdefghjkmn',
      'hash of no code',
    ]);
  });

  test('work once, for their user, until they are replaced', async () => {
    const other = await anyUser();
    await replaceRecoveryCodes(db, userId, ['hash of a', 'hash of b']);
    await replaceRecoveryCodes(db, other, ['hash of c']);
    assert.deepEqual([await use('c'), await use('b', other), await use('b')], [false, false, true]);
    assert.deepEqual([await use('b'), await recoveryCodesLeft(db, userId)], [false, 1]);
    await replaceRecoveryCodes(db, userId, ['hash of d']);
    assert.deepEqual([await use('a'), await use('d')], [false, true]);
    await replaceRecoveryCodes(db, other, []);
    assert.equal(await recoveryCodesLeft(db, other), 0);
  });

  test('are used by one of two at once', async () => {
    await replaceRecoveryCodes(db, userId, ['hash of a', 'hash of b']);
    assert.deepEqual((await Promise.all([use('b'), use('b')])).sort(), [false, true]);
  });
});

test('[S-16] a sign-in that waits for its code does so for ten minutes', async () => {
  for (const stay of [true, false]) {
    const { token, expires_at } = await beginSecondStep(db, { now }, userId, stay);
    assert.match(token, /^[\w-]{43}$/);
    assert.equal(expires_at, iso(10 * minutes));
    assert.equal(await consumeChallenge(db, 'passkey-sign-in', token, now()), null);
    assert.deepEqual(await findChallenge(db, 'second-factor', token, now()), { userId, stay });
  }
});

describe('passkeys', () => {
  const party = { id: 'books.example.org', origin: 'https://books.example.org' };
  const challenge = Buffer.from('a challenge of this server').toString('base64url');
  const ceremony = (over = {}) => ({
    challenge,
    origin: party.origin,
    rpId: party.id,
    userHandle: Buffer.from(userId).toString('base64url'),
    ...over,
  });
  const add = (authenticator: Authenticator, over = {}) =>
    addPasskey(db, party, {
      userId,
      name: 'Phone',
      response: authenticator.create(ceremony(over)),
      now: now(),
    });
  const use = (authenticator: Authenticator, over = {}) =>
    codeOf(verifyPasskey(db, party, authenticator.get(ceremony(over)), now()));
  const user = () => ({ id: userId, name: 'Ada', email: 'ada@example.org' });

  test('are created for this site and user, with verification, and not twice in a device', async () => {
    const options = await registrationOptions(db, party, user());
    assert.deepEqual(options.rp, { id: party.id, name: 'Lectern' });
    assert.deepEqual(options.user, {
      id: Buffer.from(userId).toString('base64url'),
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
    const [excluded] = (await registrationOptions(db, party, user())).excludeCredentials ?? [];
    assert.deepEqual(
      [excluded?.id, excluded?.transports],
      [authenticator.credentialId.toString('base64url'), ['internal']],
    );
  });

  test('are used with verification: any, or those of a user', async () => {
    const authenticator = new Authenticator();
    await add(authenticator);
    const any = await authenticationOptions(db, party, null);
    assert.deepEqual([any.rpId, any.userVerification, any.allowCredentials], [party.id, 'required', []]);
    const { allowCredentials = [] } = await authenticationOptions(db, party, userId);
    assert.deepEqual(
      allowCredentials.map(({ id, transports }) => [id, transports]),
      [[authenticator.credentialId.toString('base64url'), ['internal']]],
    );
  });

  test('are stored and shown in the order of their creation', async () => {
    const [first, second] = [new Authenticator(), new Authenticator()];
    const { id, ...shown } = await add(first);
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(shown, { name: 'Phone', synced: false, created_at: iso(), last_used_at: null });
    clock -= 1;
    const earlier = await add(second);
    assert.deepEqual(
      (await passkeysOf(db, userId)).map((one) => one.id),
      [earlier.id, id],
    );
    assert.deepEqual(await passkeysOf(db, await anyUser()), []);
    assert.equal(await codeOf(add(first)), 'passkey_known');
  });

  test('are refused with the answer for another site, and of a device that verifies nobody', async () => {
    assert.equal(
      await codeOf(add(new Authenticator(), { origin: 'https://example.com' })),
      'passkey_refused',
    );
    assert.equal(await codeOf(add(new Authenticator(), { rpId: 'example.org' })), 'passkey_refused');
    assert.equal(await codeOf(add(new Authenticator({ verifiesUser: false }))), 'passkey_refused');
    assert.deepEqual(await passkeysOf(db, userId), []);
  });

  test('are twenty at most', async () => {
    const [kept] = await Promise.all(Array.from({ length: 19 }, () => add(new Authenticator())));
    await registrationOptions(db, party, user());
    await add(new Authenticator());
    assert.equal(await codeOf(registrationOptions(db, party, user())), 'too_many_passkeys');
    assert.equal(await codeOf(add(new Authenticator())), 'too_many_passkeys');
    assert.equal(await removePasskey(db, userId, kept?.id ?? ''), true);
    await add(new Authenticator());
  });

  test('name their user, and the moment of their use', async () => {
    const authenticator = new Authenticator();
    await add(authenticator);
    clock += 5;
    assert.equal(await verifyPasskey(db, party, authenticator.get(ceremony()), now()), userId);
    assert.deepEqual(
      (await passkeysOf(db, userId)).map(({ last_used_at, synced }) => [last_used_at, synced]),
      [[iso(5), false]],
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
    assert.equal(await codeOf(verifyPasskey(db, party, claimed, now())), 'passkey_refused');
    const anonymous = { ...answer, response: { ...answer.response, userHandle: '' } };
    assert.equal(await verifyPasskey(db, party, anonymous, now()), userId);
    assert.equal(await codeOf(verifyPasskey(db, party, answer, now())), 'passkey_refused');
    Object.assign(authenticator, { verifiesUser: false });
    assert.equal(await use(authenticator), 'passkey_refused');
    Object.assign(authenticator, { verifiesUser: true });
    assert.equal(await use(authenticator), null);
  });

  test('are renamed and removed by their user only', async () => {
    const passkey = await add(new Authenticator());
    const other = await anyUser();
    assert.deepEqual(
      [await renamePasskey(db, other, passkey.id, 'x'), await removePasskey(db, other, passkey.id)],
      [null, false],
    );
    assert.deepEqual(await renamePasskey(db, userId, passkey.id, 'Key'), { ...passkey, name: 'Key' });
    assert.equal(await renamePasskey(db, userId, randomUUID(), 'x'), null);
    const kept = await add(new Authenticator());
    assert.equal(await removePasskey(db, userId, passkey.id), true);
    assert.deepEqual(await passkeysOf(db, userId), [kept]);
  });

  test('are removed with the second factor and the sign-ins that wait', async () => {
    const other = userId;
    const { token: kept } = await beginSecondStep(db, { now }, other, true);
    await add(new Authenticator());
    userId = await anyUser();
    await add(new Authenticator());
    await beginSecondFactorSetup(db, services(), { id: userId, email: 'x' });
    const { token } = await beginSecondStep(db, { now }, userId, true);
    await removeFactors(db, userId);
    assert.deepEqual(await passkeysOf(db, userId), []);
    assert.equal(await removeSecondFactor(db, userId), false);
    assert.equal(await findChallenge(db, 'second-factor', token, now()), null);
    assert.equal((await passkeysOf(db, other)).length, 1);
    assert.notEqual(await findChallenge(db, 'second-factor', kept, now()), null);
  });
});

describe('[S-16] a change of how a user signs in', () => {
  const errors: unknown[][] = [];
  const request = { headers: {}, log: { error: (...args: unknown[]) => errors.push(args) } };
  const notify = async (factor: 'passkey' | 'provider', send?: (letter: object) => Promise<void>) => {
    const recorded: object[] = [];
    const ports = {
      securityLog: { record: (event: object) => recorded.push(event) },
      mail: send ? { send } : null,
    };
    await notifyFactorChange(db, ports as never, request as unknown as FastifyRequest, {
      userId,
      factor,
      change: 'added',
    });
    return recorded;
  };
  const event = (factor: string) => ({
    kind: 'authn_factor_change',
    userId,
    details: { factor, change: 'added' },
  });

  test('is recorded, and mailed where there is a text for it', async () => {
    const letters: object[] = [];
    const send = async (letter: object) => {
      letters.push(letter);
    };
    assert.deepEqual(await notify('passkey', send), [event('passkey')]);
    assert.deepEqual(await notify('provider', send), [event('provider')]);
    assert.deepEqual(await notify('passkey'), [event('passkey')]);
    assert.equal(letters.length, 1);
    assert.deepEqual(
      letters.map((letter) => Object.entries(letter)[0]),
      [['to', emailOf(users)]],
    );
  });

  test('does not fail with the mail server, and this is logged', async () => {
    errors.length = 0;
    await notify('passkey', () => Promise.reject(new Error('no mail')));
    await new Promise(setImmediate);
    assert.match(JSON.stringify(errors), /could not be mailed/);
    assert.deepEqual(errors.length, 1);
  });
});

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
      db,
      { config, now, engine: { ...store, acquireLock: async () => {} } },
      who,
      invitation,
    );
  const userOf = (id: string) =>
    db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

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
    const kept = (await rowsOf(db, 'identities')).filter((row) => row.subject === who.subject);
    assert.equal(kept[0]?.created_at, iso());
  });

  test('has the first part of the address as its name where the provider has none, and 200 characters at most', async () => {
    const named = async (more: Partial<OidcPerson>) => (await userOf((await sign(person(more))).userId)).name;
    assert.equal(await named({ name: null, email: `grace.${users}@example.org` }), `grace.${users}`);
    assert.equal(await named({ name: 'x'.repeat(201) }), 'x'.repeat(200));
  });

  test('needs an address, and an existing one only if the provider has verified it', async () => {
    assert.equal(await codeOf(sign(person({ email: null }))), 'email_needed');
    const unverified = person({ email: emailOf(users), emailVerified: false });
    assert.equal(await codeOf(sign(unverified)), 'email_taken');
    assert.equal((await userOf(userId)).password_hash, 'h');
  });

  test('is the one with the verified address, whose password and factors are removed', async () => {
    await beginSecondFactorSetup(db, services(), { id: userId, email: 'x' });
    const joined = { userId, outcome: 'joined', passwordRemoved: true };
    assert.deepEqual(await sign(person({ email: emailOf(users) })), joined);
    assert.equal((await userOf(userId)).password_hash, '');
    assert.equal(await removeSecondFactor(db, userId), false);
    const again = await sign(person({ email: emailOf(users) }));
    assert.deepEqual(again, { ...joined, passwordRemoved: false });
  });

  test('is an administrator’s, who keeps the password', async () => {
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', emailOf(1))
      .executeTakeFirstOrThrow();
    assert.deepEqual(await sign(person({ email: emailOf(1) })), { userId: id, outcome: 'joined' });
    assert.equal((await userOf(id)).password_hash, 'h');
  });
});
