import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { confirmSignIn, forgetOldConfirmations, requireConfirmed } from '../src/auth/confirmations.ts';
import { activeSessions } from '../src/auth/credentials/activeSessions.ts';
import {
  endAllSessions,
  endSession,
  forgetExpiredTokens,
  isSessionOpen,
  ownerOf,
  rotate,
  startSession,
} from '../src/auth/credentials/refreshTokens.ts';
import { deviceSessions, endDeviceSession } from '../src/auth/deviceSessions.ts';
import {
  consumeChallenge,
  findChallenge,
  forgetOldChallenges,
  rememberChallenge,
} from '../src/auth/factors/challenges.ts';
import {
  consumeInvitation,
  forgetOldInvitations,
  issueInvitation,
  revokeInvitation,
} from '../src/auth/invitations.ts';
import { forgetOldDevices, markDevicesSeen, newDevices, rememberDevice } from '../src/auth/knownDevices.ts';
import { registrationOf, requireInvitation, setRegistration } from '../src/auth/registration.ts';
import { consumeResetToken, issueResetToken, resetTokenEnd } from '../src/auth/resetTokens.ts';
import { sealKeyOf } from '../src/auth/sealKey.ts';
import { addUser, asProfile, asUser, deleteUser, findByEmail } from '../src/auth/users.ts';
import { loadConfig } from '../src/config/config.ts';
import { openTestStore } from './support/store.ts';

const start = Date.parse('2026-03-01T12:00:00.000Z');
const seconds = 1_000;
const minutes = 60 * seconds;
const days = 86_400 * seconds;
const at = (milliseconds: number) => new Date(start + milliseconds);
const limits = { idleDays: 30, maxDays: 180 };

let store: Awaited<ReturnType<typeof openTestStore>>;
let db: typeof store.db;
let userId: string;
let others = 0;

const another = (email = `reader${++others}@example.org`) =>
  addUser(db, { email, name: ' A Reader ', passwordHash: 'h', timeZone: 'Europe/Berlin', now: at(0) });

before(async () => {
  store = await openTestStore();
  db = store.db;
});
after(() => store[Symbol.asyncDispose]());
beforeEach(async () => {
  userId = await another();
});

const signIn = (lasting = true, now = at(0), userAgent = 'Browser') =>
  startSession(db, { userId, userAgent, lasting, now, limits });
const refresh = (token: string, now: number, its = limits) =>
  rotate(db, { secret: 's', token, now: at(now), limits: its, acquireLock: async () => {} });
const outcome = async (token: string, now: number, its = limits) => (await refresh(token, now, its)).outcome;

describe('[AA-04] a session', () => {
  test('is known by its tokens, which say whether they outlive the browser session', async () => {
    for (const [lasting, letter] of [
      [true, 'l'],
      [false, 's'],
    ] as const) {
      const { token, sessionId, expiresAt } = await signIn(lasting);
      assert.match(token, new RegExp(`^${letter}[\\w-]{43}$`));
      assert.deepEqual(expiresAt, at(30 * days));
      assert.deepEqual(await ownerOf(db, token), { userId, sessionId });
      assert.equal((await ownerOf(db, token))?.sessionId, sessionId);
      const next = await refresh(token, 10 * days);
      assert.ok(next.outcome === 'rotated');
      assert.match(next.token, new RegExp(`^${letter}[\\w-]{43}$`));
      assert.deepEqual([next.userId, next.sessionId, next.expiresAt], [userId, sessionId, at(40 * days)]);
    }
    assert.equal(await ownerOf(db, 'x'), null);
    assert.equal(await ownerOf(db, 'x'), null);
    assert.equal(await outcome('x', 0), 'unknown');
  });

  test('ends 30 days after its last use, and 180 after its start', async () => {
    const { token } = await signIn();
    assert.equal(await outcome(token, 30 * days), 'unknown');
    let [last, now] = [token, 0];
    while (now < 174 * days) {
      now += 29 * days;
      const next = await refresh(last, now);
      assert.ok(next.outcome === 'rotated');
      assert.deepEqual(next.expiresAt, at(Math.min(now + 30 * days, 180 * days)));
      last = next.token;
    }
    assert.equal(await outcome(last, 180 * days), 'unknown');
    assert.equal(await outcome(last, 180 * days - 1), 'rotated');
  });

  test('ends sooner when the settings have become stricter', async () => {
    const { token } = await signIn();
    const stricter = { idleDays: 7, maxDays: 180 };
    assert.equal(await outcome(token, 7 * days, stricter), 'unknown');
    assert.equal(await outcome(token, 7 * days - 1, stricter), 'rotated');
  });

  test('does not last longer when they have become looser', async () => {
    const { token } = await signIn();
    const looser = { idleDays: 90, maxDays: 365 };
    assert.equal(await outcome(token, 30 * days, looser), 'unknown');
    assert.equal(await outcome(token, 30 * days - 1, looser), 'rotated');
  });

  test('[AA-05] gives the same successor for 30 seconds, to whoever is behind, and then ends', async () => {
    const { token, sessionId } = await signIn();
    const first = await refresh(token, 0);
    assert.ok(first.outcome === 'rotated');
    assert.deepEqual(await refresh(token, 30 * seconds), first);
    const second = await refresh(first.token, 20 * seconds);
    assert.ok(second.outcome === 'rotated');
    // Two steps behind, each within its 30 seconds.
    const behind = await refresh(token, 30 * seconds);
    assert.deepEqual(behind, second);
    assert.deepEqual(await refresh(token, 30 * seconds + 1), { outcome: 'reused', userId });
    assert.equal(await isSessionOpen(db, sessionId, at(0)), false);
    assert.equal(await outcome(second.token, 31 * seconds), 'unknown');
  });

  test('[AA-05] cannot be continued with a server’s token of another secret', async () => {
    const { token } = await signIn();
    await refresh(token, 0);
    const other = await rotate(db, { secret: 'x', token, now: at(1), limits, acquireLock: async () => {} });
    assert.equal(other.outcome, 'unknown');
  });

  test('takes the lock of its user before it looks again', async () => {
    const { token } = await signIn();
    const locked: string[] = [];
    const acquireLock = async (_: unknown, name: string) => {
      locked.push(name);
      await endAllSessions(db, userId, at(0));
    };
    assert.equal(
      (await rotate(db, { secret: 's', token, now: at(1), limits, acquireLock })).outcome,
      'unknown',
    );
    assert.deepEqual(locked, [userId]);
  });

  test('is open until it is ended or expires', async () => {
    const { sessionId } = await signIn();
    const other = await signIn();
    const open = (now: number) => isSessionOpen(db, sessionId, at(now));
    assert.deepEqual([await open(0), await open(30 * days - 1), await open(30 * days)], [true, true, false]);
    assert.equal(await endSession(db, sessionId), userId);
    assert.equal(await endSession(db, sessionId), null);
    assert.equal(await open(0), false);
    assert.equal(await isSessionOpen(db, other.sessionId, at(0)), true);
  });

  test('is remembered as open for three seconds, by whatever clock', async () => {
    let now = at(0);
    const active = activeSessions(db, () => now);
    const { sessionId } = await signIn();
    assert.equal(await active.isOpen(sessionId), true);
    await endSession(db, sessionId);
    for (const [milliseconds, open] of [
      [2_999, true],
      [-2_999, true],
      [3_000, false],
    ] as const) {
      now = at(milliseconds);
      assert.equal(await active.isOpen(sessionId), open, `${milliseconds}`);
    }
    const back = activeSessions(db, () => now);
    const ended = await signIn();
    assert.equal(await back.isOpen(ended.sessionId), true);
    await endSession(db, ended.sessionId);
    now = at(0);
    assert.equal(await back.isOpen(ended.sessionId), false);
  });

  test('ends everywhere, and tokens of the current second with it', async () => {
    const { sessionId } = await signIn();
    const before = Math.floor(start / 1_000);
    assert.equal(await endAllSessions(db, userId, at(999)), before + 1);
    assert.equal(await isSessionOpen(db, sessionId, at(0)), false);
    const row = await db
      .selectFrom('users')
      .select('tokens_valid_from')
      .where('id', '=', userId)
      .executeTakeFirst();
    assert.equal(Number(row?.tokens_valid_from), before + 1);
  });

  test('is forgotten with password resets once it has expired', async () => {
    const { token } = await signIn();
    const reset = await issueResetToken(db, userId, at(0));
    await forgetExpiredTokens(db, at(60 * minutes));
    assert.equal(await consumeResetToken(db, reset, at(0)), userId);
    await forgetExpiredTokens(db, at(30 * days));
    assert.notEqual(await ownerOf(db, token), null);
    assert.equal(await consumeResetToken(db, reset, at(0)), null);
    await forgetExpiredTokens(db, at(30 * days + 1));
    assert.equal(await ownerOf(db, token), null);
  });

  test('is shown as a device, the last used one first, and ended by its user only', async () => {
    const [phone, desk] = [
      await signIn(true, at(0), 'P'.repeat(400)),
      await signIn(true, at(1 * days), 'Desk'),
    ];
    await refresh(phone.token, 2 * days);
    const shown = await deviceSessions(db, { id: userId, sessionId: desk.sessionId }, at(2 * days));
    const common = { created_at: at(0).toISOString(), last_seen: at(2 * days).toISOString() };
    assert.deepEqual(shown, [
      { id: phone.sessionId, current: false, user_agent: 'P'.repeat(300), ...common },
      {
        id: desk.sessionId,
        current: true,
        user_agent: 'Desk',
        created_at: at(1 * days).toISOString(),
        last_seen: at(1 * days).toISOString(),
      },
    ]);
    assert.equal(await endDeviceSession(db, await another(), desk.sessionId), false);
    assert.equal(await endDeviceSession(db, userId, desk.sessionId), true);
    assert.equal(await endDeviceSession(db, userId, desk.sessionId), false);
    assert.deepEqual(
      (await deviceSessions(db, { id: userId, sessionId: null }, at(2 * days))).map(({ id }) => id),
      [phone.sessionId],
    );
    assert.deepEqual(await deviceSessions(db, { id: userId, sessionId: null }, at(32 * days)), []);
  });
});

describe('a link to a new password', () => {
  test('works once, for an hour', async () => {
    assert.deepEqual(resetTokenEnd(at(0)), at(60 * minutes));
    const [used, late] = [await issueResetToken(db, userId, at(0)), await issueResetToken(db, userId, at(0))];
    assert.equal(await consumeResetToken(db, used, at(60 * minutes - 1)), userId);
    assert.equal(await consumeResetToken(db, used, at(0)), null);
    assert.equal(await consumeResetToken(db, late, at(60 * minutes)), null);
    assert.equal(await consumeResetToken(db, 'x', at(0)), null);
  });
});

describe('an invitation', () => {
  test('works once, for seven days', async () => {
    const { invitation, token } = await issueInvitation(db, undefined, at(0));
    assert.equal(invitation.email, null);
    assert.deepEqual(
      [invitation.created_at, invitation.expires_at],
      [at(0).toISOString(), at(7 * days).toISOString()],
    );
    assert.equal(await consumeInvitation(db, token, 'a@example.org', at(7 * days)), false);
    assert.equal(await consumeInvitation(db, 'x', 'a@example.org', at(0)), false);
    assert.equal(await consumeInvitation(db, token, 'a@example.org', at(7 * days - 1)), true);
    assert.equal(await consumeInvitation(db, token, 'a@example.org', at(0)), false);
  });

  test('for an address works for no other, in whatever case', async () => {
    const { invitation, token } = await issueInvitation(db, 'Ada@Example.org', at(0));
    assert.equal(invitation.email, 'ada@example.org');
    assert.equal(await consumeInvitation(db, token, 'bea@example.org', at(0)), false);
    assert.equal(await consumeInvitation(db, token, 'ADA@example.org', at(0)), true);
  });

  test('can be taken back, and is forgotten once it has expired', async () => {
    const { invitation } = await issueInvitation(db, undefined, at(0));
    assert.equal(await revokeInvitation(db, invitation.id), true);
    assert.equal(await revokeInvitation(db, invitation.id), false);
    const left = await issueInvitation(db, undefined, at(0));
    await forgetOldInvitations(db, at(7 * days));
    assert.equal(await consumeInvitation(db, left.token, 'x', at(0)), true);
    const old = await issueInvitation(db, undefined, at(0));
    await forgetOldInvitations(db, at(7 * days + 1));
    assert.equal(await consumeInvitation(db, old.token, 'x', at(0)), false);
  });

  test('is needed when the administrators, else the settings, say so', async () => {
    const config = loadConfig({ DATA_DIR: '/tmp', LECTERN_SECRET: 'x'.repeat(40) });
    const services = (registration: 'open' | 'invited') => ({
      db,
      config: { ...config, registration },
      now: () => at(0),
    });
    const admitted = (registration: 'open' | 'invited', invitation?: string) =>
      requireInvitation(db, services(registration), { email: 'new@example.org', invitation }).then(
        () => 'admitted',
        ({ code }) => code,
      );
    assert.deepEqual(
      [await registrationOf(services('open')), await registrationOf(services('invited'))],
      ['open', 'invited'],
    );
    assert.equal(await admitted('open'), 'admitted');
    assert.equal(await admitted('invited'), 'invitation_needed');
    const { token } = await issueInvitation(db, undefined, at(0));
    assert.equal(await admitted('invited', token), 'admitted');
    assert.equal(await admitted('invited', token), 'invitation_needed');
    await setRegistration(db, 'invited');
    assert.equal(await registrationOf(services('open')), 'invited');
    assert.equal(await admitted('open'), 'invitation_needed');
    await setRegistration(db, 'open');
    assert.equal(await admitted('invited'), 'admitted');
    await db.deleteFrom('settings').where('name', '=', 'registration').execute();
  });
});

describe('a challenge', () => {
  test('is for one purpose, once, for ten minutes', async () => {
    const asked = { userId, stay: true };
    assert.deepEqual(await rememberChallenge(db, 'second-factor', 'v', asked, at(0)), at(10 * minutes));
    assert.equal(await findChallenge(db, 'passkey-add', 'v', at(0)), null);
    assert.equal(await consumeChallenge(db, 'passkey-add', 'v', at(0)), null);
    assert.equal(await findChallenge(db, 'second-factor', 'w', at(0)), null);
    for (const wanted of [findChallenge, consumeChallenge])
      assert.equal(await wanted(db, 'second-factor', 'v', at(10 * minutes)), null);
    assert.deepEqual(await findChallenge(db, 'second-factor', 'v', at(10 * minutes - 1)), asked);
    assert.deepEqual(await consumeChallenge(db, 'second-factor', 'v', at(10 * minutes - 1)), asked);
    assert.equal(await consumeChallenge(db, 'second-factor', 'v', at(0)), null);
  });

  test('may be nobody’s, and is forgotten once it has expired', async () => {
    const nobody = { userId: null, stay: false };
    await rememberChallenge(db, 'passkey-sign-in', 'n', nobody, at(0));
    await forgetOldChallenges(db, at(10 * minutes - 1));
    assert.deepEqual(await findChallenge(db, 'passkey-sign-in', 'n', at(0)), nobody);
    await forgetOldChallenges(db, at(10 * minutes));
    assert.equal(await findChallenge(db, 'passkey-sign-in', 'n', at(0)), null);
  });
});

describe('a confirmation', () => {
  test('counts for ten minutes, for its user and session, and is renewed', async () => {
    const own = { id: userId, sessionId: `session of ${userId}` };
    const confirmed = (who: typeof own, now: number) =>
      requireConfirmed(db, who, at(now)).then(
        () => true,
        ({ code }) => code,
      );
    assert.equal(await confirmed(own, 0), 'confirmation_needed');
    await confirmSignIn(db, own, at(0));
    assert.equal(await confirmed(own, 10 * minutes - 1), true);
    assert.equal(await confirmed(own, 10 * minutes), 'confirmation_needed');
    assert.equal(await confirmed({ ...own, id: await another() }, 0), 'confirmation_needed');
    assert.equal(await confirmed({ ...own, sessionId: 'x' }, 0), 'confirmation_needed');
    await confirmSignIn(db, own, at(5 * minutes));
    await forgetOldConfirmations(db, at(15 * minutes - 1));
    assert.equal(await confirmed(own, 15 * minutes - 1), true);
    await forgetOldConfirmations(db, at(15 * minutes));
    assert.equal(await confirmed(own, 15 * minutes - 1), 'confirmation_needed');
  });
});

describe('the devices of an account', () => {
  const seen = (device: string, now: number, userAgent = device) =>
    rememberDevice(db, { userId, device, userAgent, now: at(now) });
  const told = async (device: string | null, now: number) =>
    (await newDevices(db, userId, device, at(now))).map(({ user_agent }) => user_agent);

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
    const [first] = await newDevices(db, userId, 'a', at(3));
    await markDevicesSeen(db, await another(), [first?.id ?? '']);
    await markDevicesSeen(db, userId, []);
    assert.equal((await told('a', 3)).length, 2);
    await markDevicesSeen(db, userId, [first?.id ?? '']);
    assert.deepEqual(await told('a', 3), ['c']);
  });

  test('are the hundred that were used last, of the last 400 days', async () => {
    for (let i = 0; i < 101; i++) await seen(`d${i}`, i);
    assert.deepEqual([await seen('d1', 200), await seen('d0', 300)], [false, true]);
    await forgetOldDevices(db, at(400 * days + 3));
    assert.equal(await seen('d4', 500), false);
    await forgetOldDevices(db, at(400 * days + 6));
    assert.equal(await seen('d5', 600), true);
  });
});

describe('an account', () => {
  test('is found by its address in any case, which no other account has', async () => {
    const id = await another('Ada@Example.org');
    const row = await findByEmail(db, 'ADA@example.ORG');
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
    await assert.rejects(another('ada@EXAMPLE.org'), { code: 'email_taken' });
    assert.equal(await findByEmail(db, 'nobody@example.org'), undefined);
  });

  test('has one key for its unsent writes', async () => {
    const key = await sealKeyOf(db, userId);
    assert.match(key, /^[\w-]{43}$/);
    assert.equal(await sealKeyOf(db, userId), key);
    assert.notEqual(await sealKeyOf(db, await another()), key);
  });

  test('is deleted with its sessions, and its first one is an administrator’s', async () => {
    const { token } = await signIn();
    await deleteUser(db, userId, at(0));
    assert.equal(await ownerOf(db, token), null);
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
