import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { dbRateLimiter } from '../src/http/rateLimits/rateLimit.ts';
import type { PasswordHasher } from '../src/people/auth/credentials/passwords.ts';
import { consumeChallenge, findChallenge } from '../src/people/auth/factors/challenges.ts';
import {
  beginSecondFactorSetup,
  beginSecondStep,
  consumeRecoveryCode,
  enableSecondFactor,
  hashRecoveryCodes,
  hasSecondFactor,
  newRecoveryCodes,
  removeSecondFactor,
  replaceRecoveryCodes,
  requireCode,
  secondFactorState,
} from '../src/people/auth/factors/secondFactor.ts';
import { notifyFactorChange } from '../src/people/auth/notifyFactorChange.ts';
import { loadConfig } from '../src/run/config/config.ts';
import { countOf } from '../src/store/ownRows.ts';
import { at, authStore, codeOf, minutes, start } from './support/auth/authStore.ts';
import { rowsOf } from './support/tables.ts';

const auth = authStore();
const codesLeft = (userId: string) =>
  countOf(auth.db.selectFrom('recovery_codes').where('user_id', '=', userId));
const config = loadConfig({ LECTERN_SECRET: 'the secret of this server, which is long enough' });
/** Reversible, so that no test waits for hashing. */
const passwordHasher: PasswordHasher = {
  hash: async (password) => `hash of ${password}`,
  verify: async (hashed, password) => hashed === `hash of ${password}`,
};
const services = () => ({
  config,
  now: auth.now,
  db: auth.db,
  passwordHasher,
  limits: dbRateLimiter(auth.db, auth.now),
  engine: auth.store,
});

describe('[S-16] a second factor', () => {
  const begin = () => beginSecondFactorSetup(auth.db, services(), { id: auth.userId, email: auth.email });
  const codeAt = (secret: string, later = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: start + later });
  const enabled = async () => {
    const { secret } = await begin();
    assert.equal(await enableSecondFactor(auth.db, services(), auth.userId, codeAt(secret)), true);
    auth.clock += minutes;
    return secret;
  };
  const enter = (code: string) => codeOf(requireCode(services(), auth.userId, code));

  test('has a secret of 20 bytes, shown as text and as the address of a QR code', async () => {
    const { secret, uri } = await begin();
    assert.match(secret, /^[A-Z2-7]{32}$/);
    assert.equal(
      uri,
      `otpauth://totp/Lectern:${encodeURIComponent(auth.email)}?issuer=Lectern&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    const [row] = (await rowsOf(auth.db, 'second_factors')).filter((one) => one.user_id === auth.userId);
    assert.deepEqual(
      [row?.created_at, row?.enabled_at, Number(row?.last_step)],
      [at(0).toISOString(), null, 0],
    );
  });

  test('is on after the first right code of the last secret', async () => {
    assert.equal(await enableSecondFactor(auth.db, services(), auth.userId, '123456'), false);
    const old = await begin();
    const { secret } = await begin();
    assert.notEqual(old.secret, secret);
    assert.equal(await enableSecondFactor(auth.db, services(), auth.userId, codeAt(old.secret)), false);
    assert.deepEqual(
      [await hasSecondFactor(auth.db, auth.userId), await secondFactorState(auth.db, auth.userId)],
      [false, null],
    );
    assert.equal(await enter(codeAt(secret)), 'wrong_code');
    assert.equal(await enableSecondFactor(auth.db, services(), auth.userId, codeAt(secret)), true);
    assert.deepEqual(await secondFactorState(auth.db, auth.userId), {
      enabled_at: at(0).toISOString(),
      recovery_codes: 0,
    });
    assert.equal(await hasSecondFactor(auth.db, auth.userId), true);
    assert.equal(await hasSecondFactor(auth.db, await auth.addUser()), false);
    assert.equal(await codeOf(begin()), 'second_factor_on');
    assert.equal(await enableSecondFactor(auth.db, services(), auth.userId, codeAt(secret, 30_000)), false);
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
    const other = auth.userId;
    auth.userId = await auth.addUser();
    assert.equal(await enter('000'), 'wrong_code');
    auth.userId = other;
    auth.clock += 15 * minutes;
    assert.equal(await enter(codeAt(secret, 16 * minutes)), null);
  });

  test('takes a recovery code in place of a code, and says which it was', async () => {
    const secret = await enabled();
    const codes = newRecoveryCodes();
    await replaceRecoveryCodes(auth.db, auth.userId, await hashRecoveryCodes(passwordHasher, codes));
    assert.equal(await requireCode(services(), auth.userId, codeAt(secret, minutes)), 'totp');
    assert.equal(await requireCode(services(), auth.userId, codes[3] ?? ''), 'recovery_codes');
    assert.equal(await enter(codes[3] ?? ''), 'wrong_code');
    assert.deepEqual(await secondFactorState(auth.db, auth.userId), {
      enabled_at: at(0).toISOString(),
      recovery_codes: 9,
    });
  });

  test('is removed with its recovery codes', async () => {
    await enabled();
    const other = await auth.addUser();
    for (const id of [auth.userId, other]) await replaceRecoveryCodes(auth.db, id, ['a', 'b']);
    assert.deepEqual(await removeSecondFactor(auth.db, auth.userId), true);
    assert.equal(await removeSecondFactor(auth.db, auth.userId), false);
    assert.deepEqual(
      [await hasSecondFactor(auth.db, auth.userId), await secondFactorState(auth.db, auth.userId)],
      [false, null],
    );
    assert.deepEqual([await codesLeft(auth.userId), await codesLeft(other)], [0, 2]);
  });
});

describe('[S-16] recovery codes', () => {
  const use = (plain: string, id = auth.userId) => consumeRecoveryCode(services(), id, plain);

  test('are hashed as they are compared', async () => {
    assert.deepEqual(await hashRecoveryCodes(passwordHasher, ['ABCD-efgh-jkmn', 'no code']), [
      'hash of abcdefghjkmn',
      'hash of no code',
    ]);
  });

  test('work once, for their user, until they are replaced', async () => {
    const other = await auth.addUser();
    await replaceRecoveryCodes(auth.db, auth.userId, ['hash of a', 'hash of b']);
    await replaceRecoveryCodes(auth.db, other, ['hash of c']);
    assert.deepEqual([await use('c'), await use('b', other), await use('b')], [false, false, true]);
    assert.deepEqual([await use('b'), await codesLeft(auth.userId)], [false, 1]);
    await replaceRecoveryCodes(auth.db, auth.userId, ['hash of d']);
    assert.deepEqual([await use('a'), await use('d')], [false, true]);
    await replaceRecoveryCodes(auth.db, other, []);
    assert.equal(await codesLeft(other), 0);
  });

  test('are used by one of two at once', async () => {
    await replaceRecoveryCodes(auth.db, auth.userId, ['hash of a', 'hash of b']);
    assert.deepEqual((await Promise.all([use('b'), use('b')])).sort(), [false, true]);
  });
});

test('[S-16] a sign-in that waits for its code does so for ten minutes', async () => {
  for (const stay of [true, false]) {
    const { token, expires_at } = await beginSecondStep(auth.db, auth, auth.userId, stay);
    assert.match(token, /^[\w-]{43}$/);
    assert.equal(expires_at, at(10 * minutes).toISOString());
    assert.equal(await consumeChallenge(auth.db, 'passkey-sign-in', token, auth.now()), null);
    assert.deepEqual(await findChallenge(auth.db, 'second-factor', token, auth.now()), {
      userId: auth.userId,
      stay,
    });
  }
});

describe('[S-16] a change of how a user signs in', () => {
  const errors: unknown[][] = [];
  const request = { headers: {}, log: { error: (...args: unknown[]) => errors.push(args) } };
  const notify = async (factor: 'passkey' | 'provider', send?: (letter: object) => Promise<void>) => {
    const recorded: unknown[][] = [];
    const ports = {
      securityLog: { record: (_source: object, ...event: unknown[]) => recorded.push(event) },
      mail: send ? { send } : null,
    };
    await notifyFactorChange(auth.db, ports as never, request as unknown as FastifyRequest, {
      userId: auth.userId,
      factor,
      change: 'added',
    });
    return recorded;
  };
  const event = (factor: string) => ['authn_factor_change', auth.userId, { factor, change: 'added' }];

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
      [['to', auth.email]],
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
