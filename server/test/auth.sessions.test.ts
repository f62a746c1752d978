import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { forgetExpired } from '../src/housekeeping.ts';
import { activeSessions } from '../src/people/auth/credentials/activeSessions.ts';
import {
  deviceSessions,
  endAllSessions,
  endDeviceSession,
  endSession,
  ownerOf,
  rotate,
  startSession,
  userOfSession,
} from '../src/people/auth/credentials/refreshTokens.ts';
import { consumeResetToken, issueResetToken } from '../src/people/auth/resetTokens.ts';
import { at, authStore, days, minutes, seconds, start } from './support/auth/authStore.ts';

const auth = authStore();
const limits = { idleDays: 30, maxDays: 180 };

const signIn = (lasting = true, now = at(0), userAgent = 'Browser') =>
  startSession(auth.db, { userId: auth.userId, userAgent, lasting, now, limits });
const refresh = (token: string, now: number, its = limits) =>
  rotate(auth.db, { secret: 's', token, now: at(now), limits: its });
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
      assert.deepEqual(await ownerOf(auth.db, token), { userId: auth.userId, sessionId });
      assert.equal((await ownerOf(auth.db, token))?.sessionId, sessionId);
      const next = await refresh(token, 10 * days);
      assert.ok(next.outcome === 'rotated');
      assert.match(next.token, new RegExp(`^${letter}[\\w-]{43}$`));
      assert.deepEqual(
        [next.userId, next.sessionId, next.expiresAt],
        [auth.userId, sessionId, at(40 * days)],
      );
    }
    assert.equal(await ownerOf(auth.db, 'x'), null);
    assert.equal(await ownerOf(auth.db, 'x'), null);
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
    assert.deepEqual(await refresh(token, 30 * seconds + 1), { outcome: 'reused', userId: auth.userId });
    assert.equal(await userOfSession(auth.db, sessionId, at(0)), null);
    assert.equal(await outcome(second.token, 31 * seconds), 'unknown');
  });

  test('[AA-05] cannot be continued with a server’s token of another secret', async () => {
    const { token } = await signIn();
    await refresh(token, 0);
    const other = await rotate(auth.db, { secret: 'x', token, now: at(1), limits });
    assert.equal(other.outcome, 'unknown');
  });

  test('is open until it is ended or expires', async () => {
    const { sessionId } = await signIn();
    const other = await signIn();
    const open = (now: number) => userOfSession(auth.db, sessionId, at(now));
    const user = auth.userId;
    assert.deepEqual([await open(0), await open(30 * days - 1), await open(30 * days)], [user, user, null]);
    assert.equal(await endSession(auth.db, sessionId), auth.userId);
    assert.equal(await endSession(auth.db, sessionId), null);
    assert.equal(await open(0), null);
    assert.equal(await userOfSession(auth.db, other.sessionId, at(0)), user);
  });

  test('is remembered as open for three seconds, by whatever clock', async () => {
    let now = at(0);
    const active = activeSessions(auth.db, () => now);
    const { sessionId } = await signIn();
    assert.equal(await active.userOf(sessionId), auth.userId);
    await endSession(auth.db, sessionId);
    for (const [milliseconds, open] of [
      [2_999, auth.userId],
      [-2_999, auth.userId],
      [3_000, null],
    ] as const) {
      now = at(milliseconds);
      assert.equal(await active.userOf(sessionId), open, `${milliseconds}`);
    }
    const back = activeSessions(auth.db, () => now);
    const ended = await signIn();
    assert.equal(await back.userOf(ended.sessionId), auth.userId);
    await endSession(auth.db, ended.sessionId);
    now = at(0);
    assert.equal(await back.userOf(ended.sessionId), null);
  });

  test('ends everywhere, and tokens of the current second with it', async () => {
    const { sessionId } = await signIn();
    const before = Math.floor(start / 1_000);
    assert.equal(await endAllSessions(auth.db, auth.userId, at(999)), before + 1);
    assert.equal(await userOfSession(auth.db, sessionId, at(0)), null);
    const row = await auth.db
      .selectFrom('users')
      .select('tokens_valid_from')
      .where('id', '=', auth.userId)
      .executeTakeFirst();
    assert.equal(Number(row?.tokens_valid_from), before + 1);
  });

  test('is forgotten with password resets once it has expired', async () => {
    const { token } = await signIn();
    const reset = await issueResetToken(auth.db, auth.userId, at(0));
    await forgetExpired(auth.db, at(60 * minutes));
    assert.equal(await consumeResetToken(auth.db, reset, at(0)), auth.userId);
    await forgetExpired(auth.db, at(30 * days));
    assert.notEqual(await ownerOf(auth.db, token), null);
    assert.equal(await consumeResetToken(auth.db, reset, at(0)), null);
    await forgetExpired(auth.db, at(30 * days + 1));
    assert.equal(await ownerOf(auth.db, token), null);
  });

  test('is shown as a device, the last used one first, and ended by its user only', async () => {
    const [phone, desk] = [
      await signIn(true, at(0), 'P'.repeat(400)),
      await signIn(true, at(1 * days), 'Desk'),
    ];
    await refresh(phone.token, 2 * days);
    const shown = await deviceSessions(auth.db, { id: auth.userId, sessionId: desk.sessionId }, at(2 * days));
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
    assert.equal(await endDeviceSession(auth.db, await auth.addUser(), desk.sessionId), false);
    assert.equal(await endDeviceSession(auth.db, auth.userId, desk.sessionId), true);
    assert.equal(await endDeviceSession(auth.db, auth.userId, desk.sessionId), false);
    assert.deepEqual(
      (await deviceSessions(auth.db, { id: auth.userId, sessionId: null }, at(2 * days))).map(({ id }) => id),
      [phone.sessionId],
    );
    assert.deepEqual(await deviceSessions(auth.db, { id: auth.userId, sessionId: null }, at(32 * days)), []);
  });
});
