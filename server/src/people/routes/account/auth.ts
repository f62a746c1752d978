import type { authRoutes } from '@lectern/shared-contracts/api/auth.ts';
import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import type { FastifyRequest } from 'fastify';
import { authenticate, bearerOf, rejectionOf } from '../../../http/api/authenticate.ts';
import { authLimits, networkOf } from '../../../http/rateLimits/authLimits.ts';
import { apiPathOf } from '../../../http/routing/ownOrigin.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { AppError } from '../../../run/common/errors.ts';
import { runInBackground } from '../../../run/common/runInBackground.ts';
import type { Services } from '../../../run/services/services.ts';
import type { Db } from '../../../store/db.ts';
import { pageAnswer, pageOfShortList } from '../../../store/paging/pages.ts';
import { removeAccount } from '../../admin/accounts.ts';
import { clearRefreshCookie, readDevice, readRefreshCookie } from '../../auth/cookies.ts';
import { userOfToken } from '../../auth/credentials/accessTokens.ts';
import { hashPassword, passwordMatches, refuseWeakPassword } from '../../auth/credentials/passwords.ts';
import {
  deviceSessions,
  endAllSessions,
  endDeviceSession,
  endSession,
  isPersistent,
  lastWrites,
  ownerOf,
  rotate,
} from '../../auth/credentials/refreshTokens.ts';
import { cancelPendingSignIns } from '../../auth/factors/challenges.ts';
import { beginSecondStep, hasSecondFactor } from '../../auth/factors/secondFactor.ts';
import { markDevicesSeen, newDevices } from '../../auth/knownDevices.ts';
import {
  accountKey,
  hitNetwork,
  isKnownHere,
  isRefusal,
  recordWrongPassword,
  rememberNetwork,
} from '../../auth/knownNetworks.ts';
import { isInvited, registrationOf, requireInvitation } from '../../auth/registration.ts';
import { consumeResetToken, issueResetToken } from '../../auth/resetTokens.ts';
import { completeSignIn, issueTokens, requireConfirmed, signIn } from '../../auth/signIn.ts';
import {
  addUser,
  asProfile,
  canonicalEmail,
  findByEmail,
  knownTimeZone,
  sealKeyOf,
  userRow,
} from '../../auth/users.ts';
import { mailTexts, passwordResetEmail } from '../../mail/emailTemplates.ts';

export const authHandlers: RouteHandlers<Exclude<keyof typeof authRoutes, 'POST /auth/oidc/start'>> = {
  'GET /auth/methods': async ({ services }) => ({
    registration: await registrationOf(services),
    oidc: services.oidc && {
      name: services.oidc.name,
      start: `${apiPathOf(services.config)}/auth/oidc/start`,
    },
    mail: services.mail !== null,
  }),

  'GET /auth/sessions': async ({ db, services, user, query }) => {
    const written = await lastWrites(db, user.id);
    const sessions = await deviceSessions(db, user, services.now());
    const none = { last_write_at: null, waiting: null };
    return pageAnswer(
      pageOfShortList(
        query,
        sessions.map((session) => ({ ...session, ...(written.get(session.id) ?? none) })),
      ),
    );
  },

  'GET /auth/new-devices': async ({ db, services, user, request }) => ({
    items: await newDevices(db, user.id, readDevice(request, services.config), services.now()),
  }),

  'POST /auth/new-devices/seen': async ({ db, user, body }) => {
    await markDevicesSeen(db, user.id, body.ids);
    return null;
  },

  'DELETE /auth/sessions/:id': async ({ db, user, params, record }) => {
    if (!(await endDeviceSession(db, user.id, params.id))) throw new AppError('not_found');
    record('session_ended', user.id, { reason: 'by_reader' });
    return null;
  },

  'POST /auth/register': {
    untransacted: true,
    async handle({ services, request, reply, body, record }) {
      const network = networkOf(request);
      // Failures of others in the network do not affect who has been invited.
      await services.limits
        .check('register-taken', network, authLimits.registerTaken)
        .catch(async (refused: unknown) => {
          if (!(await isInvited(services.db, body, services.now()))) throw refused;
        });
      await services.limits.hit('register', network, authLimits.register);
      await refuseWeakPassword(body.password, body);
      const passwordHash = await hashPassword(services.passwordHasher, body.password);
      try {
        const answer = await services.db.transaction().execute(async (db) => {
          // Only one account becomes the first.
          await services.engine.acquireLock(db, 'accounts');
          await requireInvitation(db, services, body);
          const timeZone = knownTimeZone(body.time_zone);
          const userId = await addUser(db, { ...body, passwordHash, timeZone, now: services.now() });
          return signIn(db, { services, request, reply }, userId, body.stay ?? true, 'registration');
        });
        await rememberNetwork(services, request, body.email);
        const userId = answer.user.id;
        record('user_created', userId, { method: 'registration' });
        record('authn_login_success', userId, { method: 'registration' });
        return answer;
      } catch (error) {
        if (error instanceof AppError)
          await services.limits.hit('register-taken', network, authLimits.registerTaken);
        throw error;
      }
    },
  },

  'POST /auth/login': {
    untransacted: true,
    async handle({ services, request, reply, body }) {
      const account = await accountKey(services, request, body.email);
      // Counted before the password is checked, since attempts run in parallel; undone when it was correct.
      await hitNetwork(services, request, body.email, {
        name: 'login-network',
        ...authLimits.loginFromAddress,
      });
      await services.limits.hit('login', account, authLimits.login);
      const user = await findByEmail(services.db, body.email);
      const stored = user?.password_hash ?? null;
      if (!(await passwordMatches(services.passwordHasher, stored, body.password)) || user === undefined) {
        const failed = { method: 'password', email: body.email, userId: user?.id } as const;
        recordWrongPassword(services.securityLog, request, failed);
        throw new AppError('wrong_credentials');
      }
      await services.limits.forget('login', account);
      await services.limits.takeBack('login-network', networkOf(request));
      if (await hasSecondFactor(services.db, user.id))
        return { second_factor: await beginSecondStep(services.db, services, user.id, body.stay ?? true) };
      return completeSignIn(
        { services, request, reply },
        { userId: user.id, stay: body.stay, method: 'password' },
      );
    },
  },

  'POST /auth/logout': async ({ db, services, request, reply, record }) => {
    const token = readRefreshCookie(request, services.config);
    // A script has no cookie, but its access token names the session.
    const sessionId =
      token === null ? await sessionOfAccessToken(services, request) : (await ownerOf(db, token))?.sessionId;
    if (sessionId) {
      const userId = await endSession(db, sessionId);
      record('authn_logout', userId, {});
    }
    clearRefreshCookie(request, reply, services.config);
    return null;
  },

  'POST /auth/logout-everywhere': async ({ db, services, user, request, reply, record }) => {
    await endAllSessions(db, user.id, services.now());
    record('session_ended', user.id, { reason: 'everywhere' });
    clearRefreshCookie(request, reply, services.config);
    return null;
  },

  'POST /auth/refresh': {
    untransacted: true,
    async handle({ services, request, reply, record }) {
      const { secret, sessions } = services.config;
      const token = readRefreshCookie(request, services.config);
      if (token === null) throw await whyRefused(services, request);
      const owner = await ownerOf(services.db, token);
      // Committed even though an error is thrown below: a misused session ends. Not as a transaction that waits for the
      // user's lock: many refreshes would take every connection.
      const rotation =
        owner === null
          ? ({ outcome: 'unknown' } as const)
          : await services.engine.withLock(owner.userId, (db) =>
              rotate(db, { secret, token, limits: sessions, now: services.now() }),
            );
      if (rotation.outcome === 'rotated')
        return issueTokens(services.db, { services, request, reply }, rotation);
      clearRefreshCookie(request, reply, services.config);
      if (rotation.outcome === 'unknown') throw await whyRefused(services, request);
      services.liveEvents.signedOut();
      record('session_ended', rotation.userId, { reason: 'token_reused' });
      throw new AppError('session_reused');
    },
  },

  'POST /auth/seal-key': async ({ db, user }) => ({ key: await sealKeyOf(db, user.id) }),

  'GET /auth/profile': async ({ db, user }) => asProfile(await userRow(db, user.id)),

  'PUT /auth/profile': async ({ db, user, body }) => {
    const row = await userRow(db, user.id);
    const preferences = JSON.stringify({ ...JSON.parse(row.preferences), ...body.preferences });
    const grows = preferences.length > row.preferences.length;
    if (grows && Buffer.byteLength(preferences) > limits.preferences)
      throw new AppError(
        'limit_reached',
        'Your settings have reached their limit of 100,000 bytes. Remove something that is kept in them.',
      );
    const changed = {
      name: body.name?.trim() ?? row.name,
      avatar: body.avatar === undefined ? row.avatar : body.avatar,
      time_zone: body.time_zone === undefined ? row.time_zone : knownTimeZone(body.time_zone),
      preferences,
    };
    await db.updateTable('users').set(changed).where('id', '=', user.id).execute();
    return asProfile({ ...row, ...changed });
  },

  'POST /auth/change-password': {
    untransacted: true,
    async handle({ services, user, request, reply, body, record }) {
      await services.limits.hit('password', user.id, authLimits.password);
      const row = await userRow(services.db, user.id);
      if (!(await passwordMatches(services.passwordHasher, row.password_hash, body.currentPassword)))
        throw new AppError('wrong_password');
      await services.limits.forget('password', user.id);
      await refuseWeakPassword(body.newPassword, row);
      const passwordHash = await hashPassword(services.passwordHasher, body.newPassword);
      const answer = await services.db.transaction().execute(async (db) => {
        await services.engine.acquireLock(db, user.id);
        await setPassword(db, user.id, passwordHash, services.now());
        const before = readRefreshCookie(request, services.config);
        return signIn(db, { services, request, reply }, user.id, before === null || isPersistent(before));
      });
      record('authn_password_change', user.id, { by: 'reader' });
      return answer;
    },
  },

  'POST /auth/reset-password': {
    untransacted: true,
    async handle({ services, request, body, record }) {
      await hitNetwork(services, request, body.email, {
        name: 'reset-network',
        ...authLimits.resetFromAddress,
      });
      await services.limits.hit('reset', await accountKey(services, request, body.email), authLimits.reset);
      const mayMail =
        (await isKnownHere(services, request, body.email)) ||
        (await services.limits.hit('reset-mails', canonicalEmail(body.email), authLimits.resetMails).then(
          () => true,
          (error) => !isRefusal(error),
        ));
      await takingAtLeast(services.pause(150), async () => {
        const user = await findByEmail(services.db, body.email);
        record('authn_password_reset_request', user?.id ?? null, {
          by: 'reader',
          ...(user ? {} : { account_hash: services.securityLog.pseudonym(canonicalEmail(body.email)) }),
        });
        if (!user || !mayMail) return;
        const { mail, config } = services;
        const token = await issueResetToken(services.db, user.id, services.now());
        // Without mail the operator creates a link. Not awaited: the response time would reveal who has an account.
        const message = passwordResetEmail(
          mailTexts(request),
          user.email,
          `${config.origin}${config.basePath}/login#reset=${token}`,
        );
        runInBackground(() => mail?.send(message), request.log, 'a reset link could not be mailed');
      });
      return {
        message: services.mail
          ? text(
              'If there is an account with this address, a link to set a new password is on its way to it.',
            )
          : text(
              'If there is an account with this address, whoever runs this library can now give you a link to set a new password.',
            ),
      };
    },
  },

  'POST /auth/reset-password/confirm': {
    untransacted: true,
    async handle({ services, request, body, record }) {
      await services.limits.hit('reset-confirm', networkOf(request), authLimits.resetFromAddress);
      const passwordHash = await hashPassword(services.passwordHasher, body.password);
      const userId = await services.db.transaction().execute(async (db) => {
        const owner = await consumeResetToken(db, body.token, services.now());
        if (owner === null) return null;
        // An error rolls back the use of the token, so the link can be used again.
        await refuseWeakPassword(body.password, await userRow(db, owner));
        await services.engine.acquireLock(db, owner);
        await setPassword(db, owner, passwordHash, services.now());
        return owner;
      });
      if (userId === null) {
        record('authn_password_reset_fail', null, {});
        throw new AppError('reset_token_invalid');
      }
      record('authn_password_change', userId, { by: 'reset_link' });
      return null;
    },
  },

  'DELETE /auth/delete-account': {
    untransacted: true,
    async handle({ services, user, request, reply, body }) {
      await services.limits.hit('password', user.id, authLimits.password);
      const row = await userRow(services.db, user.id);
      // Without a password, typing the email address confirms the intent.
      const meant =
        row.password_hash === ''
          ? canonicalEmail(body.email ?? '') === row.email
          : await passwordMatches(services.passwordHasher, row.password_hash, body.password ?? '');
      if (!meant) throw new AppError(row.password_hash === '' ? 'wrong_address' : 'wrong_password');
      if (row.password_hash === '') await requireConfirmed(services.db, user, services.now());
      await removeAccount(services, user.id, { request, by: 'reader' });
      clearRefreshCookie(request, reply, services.config);
      return null;
    },
  },
};

async function sessionOfAccessToken(services: Services, request: FastifyRequest): Promise<string | null> {
  if (request.headers.authorization === undefined) return null;
  return authenticate(services, request).then(
    ({ sessionId }) => sessionId,
    () => null,
  );
}

/** The refresh was refused; the access token, even expired, tells whose session it was. */
async function whyRefused(services: Services, request: FastifyRequest): Promise<AppError> {
  const token = bearerOf(request);
  const holder = token && (await userOfToken(services.config.secret, token));
  return holder ? rejectionOf(services, holder) : new AppError('token_rejected');
}

/** A new password ends every session and every unused reset link. */
async function setPassword(db: Db, userId: string, passwordHash: string, now: Date): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
  await db.deleteFrom('password_resets').where('user_id', '=', userId).where('used_at', 'is', null).execute();
  await cancelPendingSignIns(db, userId);
  await endAllSessions(db, userId, now);
}

/** Pads the duration, so that it does not reveal whether there was anything to do. */
async function takingAtLeast(pause: Promise<void>, work: () => Promise<void>): Promise<void> {
  await Promise.all([work(), pause]);
}
