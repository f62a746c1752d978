import type { factorRoutes } from '@lectern/shared-contracts/api/factors.ts';
import type { FastifyRequest } from 'fastify';
import { authLimits, networkOf } from '../../../http/rateLimits/authLimits.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { AppError } from '../../../run/common/errors.ts';
import type { Services } from '../../../run/services/services.ts';
import { removeOwn } from '../../../store/ownRows.ts';
import { passwordMatches } from '../../auth/credentials/passwords.ts';
import {
  type ChallengePurpose,
  consumeChallenge,
  findChallenge,
  rememberChallenge,
} from '../../auth/factors/challenges.ts';
import {
  addPasskey,
  authenticationOptions,
  challengeIn,
  passkeysOf,
  registrationOptions,
  relyingPartyOf,
  renamePasskey,
  verifyPasskey,
} from '../../auth/factors/passkeys.ts';
import {
  beginSecondFactorSetup,
  codeLimit,
  enableSecondFactor,
  hasSecondFactor,
  issueRecoveryCodes,
  removeSecondFactor,
  requireCode,
  secondFactorState,
} from '../../auth/factors/secondFactor.ts';
import { codeAccount } from '../../auth/knownNetworks.ts';
import { notifyFactorChange } from '../../auth/notifyFactorChange.ts';
import { completeSignIn, confirmSignIn, requireConfirmed } from '../../auth/signIn.ts';
import { userRow } from '../../auth/users.ts';

/** Handlers of sign-in methods other than a password. */
export const factorHandlers: RouteHandlers<keyof typeof factorRoutes> = {
  'GET /auth/factors': async ({ db, user }) => ({
    password: (await userRow(db, user.id)).password_hash !== '',
    passkeys: await passkeysOf(db, user.id),
    second_factor: await secondFactorState(db, user.id),
  }),

  'POST /auth/passkeys/options': async ({ db, services, user, request }) => {
    await requireConfirmed(db, user, services.now());
    await services.limits.hit('passkey-add', user.id, authLimits.passkey);
    const options = await registrationOptions(
      db,
      relyingPartyOf(request, services.config),
      await userRow(db, user.id),
    );
    const asker = { userId: user.id, stay: true };
    await rememberChallenge(db, 'passkey-add', options.challenge, asker, services.now());
    return { ...options };
  },

  'POST /auth/passkeys': {
    untransacted: true,
    async handle({ services, user, request, body: { name, response }, commit }) {
      const party = relyingPartyOf(request, services.config);
      const now = services.now();
      // Consumed in any case.
      const challenge = challengeIn(response.response.clientDataJSON);
      const pending = await consumeChallenge(services.db, 'passkey-add', challenge, now);
      if (pending === null || pending.userId !== user.id) throw new AppError('passkey_refused');
      const added = await commit((db) =>
        addPasskey(db, party, { userId: user.id, name: name.trim(), response, now }),
      );
      const event = { userId: user.id, factor: 'passkey', change: 'added' } as const;
      await notifyFactorChange(services.db, services, request, event);
      return added;
    },
  },

  'PATCH /auth/passkeys/:id': async ({ db, services, user, request, params, body }) => {
    const renamed = await renamePasskey(db, user.id, params.id, body.name.trim());
    if (renamed === null) throw new AppError('not_found');
    await notifyFactorChange(db, services, request, {
      userId: user.id,
      factor: 'passkey',
      change: 'renamed',
    });
    return renamed;
  },

  'DELETE /auth/passkeys/:id': async ({ db, services, user, request, params }) => {
    await requireConfirmed(db, user, services.now());
    if (!(await removeOwn(db, 'passkeys', user.id, params.id))) throw new AppError('not_found');
    await notifyFactorChange(db, services, request, {
      userId: user.id,
      factor: 'passkey',
      change: 'removed',
    });
    return null;
  },

  'POST /auth/sign-in/passkey/options': async ({ db, services, request }) => {
    await services.limits.hit('passkey-options', networkOf(request), authLimits.passkeyOptions);
    const options = await authenticationOptions(db, relyingPartyOf(request, services.config), null);
    const asker = { userId: null, stay: true };
    await rememberChallenge(db, 'passkey-sign-in', options.challenge, asker, services.now());
    return { ...options };
  },

  'POST /auth/sign-in/passkey': {
    untransacted: true,
    async handle({ services, request, reply, body, record }) {
      const userId = await ownerOfPasskey(services, request, 'passkey-sign-in', null, body.response).catch(
        async (error) => {
          // Only failures count: a passkey cannot be guessed, and is never refused because of failures of others.
          await services.limits.hit('passkey', networkOf(request), authLimits.passkey);
          record('authn_login_fail', null, { method: 'passkey', reason: 'wrong_passkey' });
          throw error;
        },
      );
      return completeSignIn({ services, request, reply }, { userId, stay: body.stay, method: 'passkey' });
    },
  },

  'POST /auth/sign-in/code': {
    untransacted: true,
    async handle({ services, request, reply, body, record }) {
      const waiting = await findChallenge(services.db, 'second-factor', body.token, services.now());
      if (waiting === null || waiting.userId === null) {
        await services.limits.hit('login-network', networkOf(request), authLimits.loginFromAddress);
        throw new AppError('sign_in_over');
      }
      const { userId, stay } = waiting;
      const used = await requireCode(
        services,
        userId,
        body.code,
        await codeAccount(services, request, userId),
      ).catch((error) => {
        record('authn_login_fail', userId, { method: 'password', reason: 'wrong_code' });
        throw error;
      });
      const answer = await completeSignIn(
        { services, request, reply },
        { userId, stay, method: 'password' },
        async (db) => {
          if (!(await consumeChallenge(db, 'second-factor', body.token, services.now())))
            throw new AppError('sign_in_over');
        },
      );
      if (used === 'recovery_codes')
        await notifyFactorChange(services.db, services, request, { userId, factor: used, change: 'used' });
      return answer;
    },
  },

  // Untransacted, like the following routes: secrets must not be stored with an Idempotency-Key.
  'POST /auth/second-factor/setup': {
    untransacted: true,
    async handle({ services, user }) {
      await requireConfirmed(services.db, user, services.now());
      return services.db.transaction().execute(async (db) => {
        await services.engine.acquireLock(db, user.id);
        return beginSecondFactorSetup(db, services, await userRow(db, user.id));
      });
    },
  },

  'POST /auth/second-factor': {
    untransacted: true,
    async handle({ services, user, request, body }) {
      await requireConfirmed(services.db, user, services.now());
      await services.limits.hit('second-factor', user.id, codeLimit);
      const codes = await issueRecoveryCodes(services, user.id, async (db) => {
        if (!(await enableSecondFactor(db, services, user.id, body.code))) throw new AppError('wrong_code');
      });
      await services.limits.forget('second-factor', user.id);
      const event = { userId: user.id, factor: 'totp', change: 'added' } as const;
      await notifyFactorChange(services.db, services, request, event);
      return { recovery_codes: codes };
    },
  },

  'POST /auth/second-factor/recovery-codes': {
    untransacted: true,
    async handle({ services, user, request }) {
      await requireConfirmed(services.db, user, services.now());
      await services.limits.hit('recovery-codes', user.id, authLimits.password);
      const codes = await issueRecoveryCodes(services, user.id, async (db) => {
        if (!(await hasSecondFactor(db, user.id))) throw new AppError('not_found');
      });
      const event = { userId: user.id, factor: 'recovery_codes', change: 'added' } as const;
      await notifyFactorChange(services.db, services, request, event);
      return { recovery_codes: codes };
    },
  },

  'DELETE /auth/second-factor': async ({ db, services, user, request }) => {
    await requireConfirmed(db, user, services.now());
    if (!(await removeSecondFactor(db, user.id))) throw new AppError('not_found');
    await notifyFactorChange(db, services, request, { userId: user.id, factor: 'totp', change: 'removed' });
    return null;
  },

  'POST /auth/confirm/passkey/options': async ({ db, services, user, request }) => {
    await services.limits.hit('passkey-add', user.id, authLimits.passkey);
    const options = await authenticationOptions(db, relyingPartyOf(request, services.config), user.id);
    const asker = { userId: user.id, stay: true };
    await rememberChallenge(db, 'passkey-confirm', options.challenge, asker, services.now());
    return { ...options };
  },

  'POST /auth/confirm': {
    untransacted: true,
    async handle({ services, user, request, body }) {
      if (body.passkey) {
        await services.limits.hit('passkey', user.id, authLimits.passkey);
        await ownerOfPasskey(services, request, 'passkey-confirm', user.id, body.passkey);
        await services.limits.forget('passkey', user.id);
      } else if (body.code !== undefined) {
        await requireCode(services, user.id, body.code, await codeAccount(services, request, user.id));
      } else {
        await services.limits.hit('password', user.id, authLimits.password);
        const { password_hash } = await userRow(services.db, user.id);
        if (!(await passwordMatches(services.passwordHasher, password_hash, body.password ?? '')))
          throw new AppError('wrong_password');
        await services.limits.forget('password', user.id);
      }
      await confirmSignIn(services.db, user, services.now());
      return null;
    },
  },
};

/**
 * Verifies a signed challenge and returns the passkey's owner. The challenge must have been issued for this purpose,
 * and to this user if any; it is consumed in any case.
 * @throws AppError passkey_refused
 */
async function ownerOfPasskey(
  services: Services,
  request: FastifyRequest,
  purpose: ChallengePurpose,
  userId: string | null,
  response: Parameters<typeof verifyPasskey>[2],
): Promise<string> {
  const { db, config, now } = services;
  const party = relyingPartyOf(request, config);
  const challenge = await consumeChallenge(db, purpose, challengeIn(response.response.clientDataJSON), now());
  if (challenge === null || challenge.userId !== userId) throw new AppError('passkey_refused');
  const owner = await verifyPasskey(db, party, response, now());
  if (userId !== null && owner !== userId) throw new AppError('passkey_refused');
  return owner;
}
