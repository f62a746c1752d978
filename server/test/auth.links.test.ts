import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { forgetExpired } from '../src/housekeeping.ts';
import { consumeChallenge, findChallenge, rememberChallenge } from '../src/people/auth/factors/challenges.ts';
import {
  consumeInvitation,
  issueInvitation,
  registrationOf,
  requireInvitation,
  revokeInvitation,
  setRegistration,
} from '../src/people/auth/registration.ts';
import { consumeResetToken, issueResetToken, resetTokenEnd } from '../src/people/auth/resetTokens.ts';
import { confirmSignIn, requireConfirmed } from '../src/people/auth/signIn.ts';
import { loadConfig } from '../src/run/config/config.ts';
import { at, authStore, days, minutes } from './support/auth/authStore.ts';

const auth = authStore();

describe('a link to a new password', () => {
  test('works once, for an hour', async () => {
    assert.deepEqual(resetTokenEnd(at(0)), at(60 * minutes));
    const [used, late] = [
      await issueResetToken(auth.db, auth.userId, at(0)),
      await issueResetToken(auth.db, auth.userId, at(0)),
    ];
    assert.equal(await consumeResetToken(auth.db, used, at(60 * minutes - 1)), auth.userId);
    assert.equal(await consumeResetToken(auth.db, used, at(0)), null);
    assert.equal(await consumeResetToken(auth.db, late, at(60 * minutes)), null);
    assert.equal(await consumeResetToken(auth.db, 'x', at(0)), null);
  });
});

describe('an invitation', () => {
  test('works once, for seven days', async () => {
    const { invitation, token } = await issueInvitation(auth.db, undefined, at(0));
    assert.equal(invitation.email, null);
    assert.deepEqual(
      [invitation.created_at, invitation.expires_at],
      [at(0).toISOString(), at(7 * days).toISOString()],
    );
    assert.equal(await consumeInvitation(auth.db, token, 'a@example.org', at(7 * days)), false);
    assert.equal(await consumeInvitation(auth.db, 'x', 'a@example.org', at(0)), false);
    assert.equal(await consumeInvitation(auth.db, token, 'a@example.org', at(7 * days - 1)), true);
    assert.equal(await consumeInvitation(auth.db, token, 'a@example.org', at(0)), false);
  });

  test('for an address works for no other, in whatever case', async () => {
    const { invitation, token } = await issueInvitation(auth.db, 'Ada@Example.org', at(0));
    assert.equal(invitation.email, 'ada@example.org');
    assert.equal(await consumeInvitation(auth.db, token, 'bea@example.org', at(0)), false);
    assert.equal(await consumeInvitation(auth.db, token, 'ADA@example.org', at(0)), true);
  });

  test('can be taken back, and is forgotten once it has expired', async () => {
    const { invitation } = await issueInvitation(auth.db, undefined, at(0));
    assert.equal(await revokeInvitation(auth.db, invitation.id), true);
    assert.equal(await revokeInvitation(auth.db, invitation.id), false);
    const left = await issueInvitation(auth.db, undefined, at(0));
    await forgetExpired(auth.db, at(7 * days));
    assert.equal(await consumeInvitation(auth.db, left.token, 'x', at(0)), true);
    const old = await issueInvitation(auth.db, undefined, at(0));
    await forgetExpired(auth.db, at(7 * days + 1));
    assert.equal(await consumeInvitation(auth.db, old.token, 'x', at(0)), false);
  });

  test('is needed when the administrators, else the settings, say so', async () => {
    const config = loadConfig({ DATA_DIR: '/tmp', LECTERN_SECRET: 'x'.repeat(40) });
    const services = (registration: 'open' | 'invited') => ({
      db: auth.db,
      config: { ...config, registration },
      now: () => at(0),
    });
    const admitted = (registration: 'open' | 'invited', invitation?: string) =>
      requireInvitation(auth.db, services(registration), { email: 'new@example.org', invitation }).then(
        () => 'admitted',
        ({ code }) => code,
      );
    assert.deepEqual(
      [await registrationOf(services('open')), await registrationOf(services('invited'))],
      ['open', 'invited'],
    );
    assert.equal(await admitted('open'), 'admitted');
    assert.equal(await admitted('invited'), 'invitation_needed');
    const { token } = await issueInvitation(auth.db, undefined, at(0));
    assert.equal(await admitted('invited', token), 'admitted');
    assert.equal(await admitted('invited', token), 'invitation_needed');
    await setRegistration(auth.db, 'invited');
    assert.equal(await registrationOf(services('open')), 'invited');
    assert.equal(await admitted('open'), 'invitation_needed');
    await setRegistration(auth.db, 'open');
    assert.equal(await admitted('invited'), 'admitted');
    await auth.db.deleteFrom('settings').where('name', '=', 'registration').execute();
  });
});

describe('a challenge', () => {
  test('is for one purpose, once, for ten minutes', async () => {
    const asked = { userId: auth.userId, stay: true };
    assert.deepEqual(await rememberChallenge(auth.db, 'second-factor', 'v', asked, at(0)), at(10 * minutes));
    assert.equal(await findChallenge(auth.db, 'passkey-add', 'v', at(0)), null);
    assert.equal(await consumeChallenge(auth.db, 'passkey-add', 'v', at(0)), null);
    assert.equal(await findChallenge(auth.db, 'second-factor', 'w', at(0)), null);
    for (const wanted of [findChallenge, consumeChallenge])
      assert.equal(await wanted(auth.db, 'second-factor', 'v', at(10 * minutes)), null);
    assert.deepEqual(await findChallenge(auth.db, 'second-factor', 'v', at(10 * minutes - 1)), asked);
    assert.deepEqual(await consumeChallenge(auth.db, 'second-factor', 'v', at(10 * minutes - 1)), asked);
    assert.equal(await consumeChallenge(auth.db, 'second-factor', 'v', at(0)), null);
  });

  test('may be nobody’s, and is forgotten once it has expired', async () => {
    const nobody = { userId: null, stay: false };
    await rememberChallenge(auth.db, 'passkey-sign-in', 'n', nobody, at(0));
    await forgetExpired(auth.db, at(10 * minutes - 1));
    assert.deepEqual(await findChallenge(auth.db, 'passkey-sign-in', 'n', at(0)), nobody);
    await forgetExpired(auth.db, at(10 * minutes + 1));
    assert.equal(await findChallenge(auth.db, 'passkey-sign-in', 'n', at(0)), null);
  });
});

describe('a confirmation', () => {
  test('counts for ten minutes, for its user and session, and is renewed', async () => {
    const own = { id: auth.userId, sessionId: `session of ${auth.userId}` };
    const confirmed = (who: typeof own, now: number) =>
      requireConfirmed(auth.db, who, at(now)).then(
        () => true,
        ({ code }) => code,
      );
    assert.equal(await confirmed(own, 0), 'confirmation_needed');
    await confirmSignIn(auth.db, own, at(0));
    assert.equal(await confirmed(own, 10 * minutes - 1), true);
    assert.equal(await confirmed(own, 10 * minutes), 'confirmation_needed');
    assert.equal(await confirmed({ ...own, id: await auth.addUser() }, 0), 'confirmation_needed');
    assert.equal(await confirmed({ ...own, sessionId: 'x' }, 0), 'confirmation_needed');
    await confirmSignIn(auth.db, own, at(5 * minutes));
    await forgetExpired(auth.db, at(15 * minutes - 1));
    assert.equal(await confirmed(own, 15 * minutes - 1), true);
    await forgetExpired(auth.db, at(15 * minutes + 1));
    assert.equal(await confirmed(own, 15 * minutes - 1), 'confirmation_needed');
  });
});
