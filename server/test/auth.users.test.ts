import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { forgetExpired } from '../src/housekeeping.ts';
import { ownerOf, startSession } from '../src/people/auth/credentials/refreshTokens.ts';
import { markDevicesSeen, newDevices, rememberDevice } from '../src/people/auth/knownDevices.ts';
import { addUser, asProfile, asUser, deleteUser, findByEmail, sealKeyOf } from '../src/people/auth/users.ts';
import { at, authStore, days } from './support/auth/authStore.ts';
import { openTestStore } from './support/store.ts';

const auth = authStore();

describe('the devices of an account', () => {
  const seen = (device: string, now: number, userAgent = device) =>
    rememberDevice(auth.db, { userId: auth.userId, device, userAgent, now: at(now) });
  const told = async (device: string | null, now: number) =>
    (await newDevices(auth.db, auth.userId, device, at(now))).map(({ user_agent }) => user_agent);

  test('are new once, except for the first', async () => {
    assert.deepEqual(
      [await seen('a', 0), await seen('a', 1), await seen('b', 2), await seen('b', 3)],
      [false, false, true, false],
    );
    assert.deepEqual(await told('a', 3), ['b']);
    assert.deepEqual(await told('b', 3), []);
    assert.deepEqual(await told(null, 3), ['b']);
  });

  test('are told for 30 days, oldest first, until they are seen', async () => {
    await seen('a', 0);
    await seen('c', 2);
    await seen('b', 1, 'B'.repeat(400));
    assert.deepEqual(await told('a', 30 * days), ['B'.repeat(300), 'c']);
    assert.deepEqual(await told('a', 30 * days + 1), ['c']);
    const [first] = await newDevices(auth.db, auth.userId, 'a', at(3));
    await markDevicesSeen(auth.db, await auth.addUser(), [first?.id ?? '']);
    await markDevicesSeen(auth.db, auth.userId, []);
    assert.equal((await told('a', 3)).length, 2);
    await markDevicesSeen(auth.db, auth.userId, [first?.id ?? '']);
    assert.deepEqual(await told('a', 3), ['c']);
  });

  test('are the hundred that were used last, of the last 400 days', async () => {
    for (let i = 0; i < 101; i++) await seen(`d${i}`, i);
    assert.deepEqual([await seen('d1', 200), await seen('d0', 300)], [false, true]);
    await forgetExpired(auth.db, at(400 * days + 3));
    assert.equal(await seen('d4', 500), false);
    await forgetExpired(auth.db, at(400 * days + 6));
    assert.equal(await seen('d5', 600), true);
  });
});

describe('an account', () => {
  test('is found by its address in any case, which no other account has', async () => {
    const id = await auth.addUser('Ada@Example.org');
    const row = await findByEmail(auth.db, 'ADA@example.ORG');
    assert.equal(row?.id, id);
    assert.ok(row);
    assert.deepEqual(asUser(row), {
      id,
      name: 'A Reader',
      email: 'ada@example.org',
      avatar: null,
      roles: ['user'],
    });
    const { time_zone, created_at, preferences, has_password } = asProfile(row);
    assert.deepEqual(
      [time_zone, created_at, preferences, has_password],
      ['Europe/Berlin', at(0).toISOString(), {}, true],
    );
    assert.equal(asProfile({ ...row, password_hash: '' }).has_password, false);
    await assert.rejects(auth.addUser('ada@EXAMPLE.org'), { code: 'email_taken' });
    assert.equal(await findByEmail(auth.db, 'nobody@example.org'), undefined);
  });

  test('has one key for its unsent writes', async () => {
    const key = await sealKeyOf(auth.db, auth.userId);
    assert.match(key, /^[\w-]{43}$/);
    assert.equal(await sealKeyOf(auth.db, auth.userId), key);
    assert.notEqual(await sealKeyOf(auth.db, await auth.addUser()), key);
  });

  test('is deleted with its sessions, and its first one is an administrator’s', async () => {
    const limits = { idleDays: 30, maxDays: 180 };
    const session = { userId: auth.userId, userAgent: 'Browser', lasting: true, now: at(0), limits };
    const { token } = await startSession(auth.db, session);
    await deleteUser(auth.db, auth.userId, at(0));
    assert.equal(await ownerOf(auth.db, token), null);
    await using empty = await openTestStore();
    const first = { email: 'a@example.org', name: 'A', passwordHash: '', timeZone: 'UTC', now: at(0) };
    await addUser(empty.db, first);
    await addUser(empty.db, { ...first, email: 'b@example.org' });
    const rows = await empty.db.selectFrom('users').select('roles').orderBy('email').execute();
    assert.deepEqual(
      rows.map(({ roles }) => JSON.parse(roles)),
      [['admin', 'user'], ['user']],
    );
  });
});
