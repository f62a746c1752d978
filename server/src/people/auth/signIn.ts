import type { User } from '@lectern/shared-contracts/api/auth.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedInUser } from '../../http/routing/route.ts';
import { AppError } from '../../run/common/errors.ts';
import { runInBackground } from '../../run/common/runInBackground.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { findRow } from '../../store/rows.ts';
import { mailTexts, newDeviceEmail, type SayInMail } from '../mail/emailTemplates.ts';
import type { SignInMethod } from '../security/securityEvents.ts';
import { readRefreshCookie, renewDeviceCookie, setRefreshCookie } from './cookies.ts';
import { issueAccessToken } from './credentials/accessTokens.ts';
import { endSession, ownerOf, startSession } from './credentials/refreshTokens.ts';
import { rememberDevice } from './knownDevices.ts';
import { rememberNetwork } from './knownNetworks.ts';
import { asUser, userRow } from './users.ts';

interface Exchange {
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** New-device emails per user and day. */
const newDeviceEmailLimit = { tries: 10, seconds: 86_400 };

/**
 * Starts a session: sets the refresh cookie and returns the access token and the user. A new device is reported by
 * mail.
 * @param lasting false when the session ends with the browser session
 * @throws AppError account_suspended, account_deleted
 */
export async function signIn(
  db: Db,
  exchange: Exchange,
  userId: string,
  lasting: boolean,
  method: SignInMethod = 'password',
): Promise<{ token: string; user: User }> {
  const { services, request, reply } = exchange;
  const { config } = services;
  await refuseSuspended(db, userId);
  const userAgent = request.headers['user-agent'] ?? '';
  const now = services.now();
  await endFormerSignIn(db, exchange, userId);
  const session = await startSession(db, { userId, userAgent, lasting, now, limits: config.sessions });
  // Signing in counts as a confirmation.
  await confirmSignIn(db, { id: userId, sessionId: session.sessionId }, now);
  const answer = await issueTokens(db, exchange, { userId, ...session });
  const device = renewDeviceCookie(request, reply, config);
  const isNew = await rememberDevice(db, { userId, device, userAgent, now });
  if (isNew) {
    services.securityLog.record(request, 'authn_new_device', userId, { method });
    runInBackground(
      () => mailNewDevice(services, mailTexts(request), answer.user, userAgent),
      request.log,
      'the mail about a new device could not be sent',
    );
  }
  return answer;
}

/**
 * Signs in after all steps have succeeded, and remembers the network.
 * @param stay unless false, the session outlives the browser session
 * @param check runs in the same transaction, before
 * @throws what signIn() and `check` throw
 */
export async function completeSignIn(
  exchange: Exchange,
  { userId, stay = true, method }: { userId: string; stay?: boolean | undefined; method: SignInMethod },
  check: (db: Db) => Promise<void> = async () => {},
): Promise<{ token: string; user: User }> {
  const { services, request } = exchange;
  const answer = await services.db.transaction().execute(async (db) => {
    await check(db);
    return signIn(db, exchange, userId, stay, method);
  });
  await rememberNetwork(services, request, answer.user.email);
  services.securityLog.record(request, 'authn_login_success', userId, { method });
  return answer;
}

/**
 * Called after the password was verified, so the message may reveal the suspension.
 * @throws AppError account_suspended; account_deleted when that has happened meanwhile
 */
async function refuseSuspended(db: Db, userId: string): Promise<void> {
  const user = await findRow(db, 'users', { id: userId }, ['suspended_at']);
  if (user === undefined) throw new AppError('account_deleted');
  if (user.suspended_at !== null) throw new AppError('account_suspended');
}

/** Ends the browser's previous session of the same user, whose cookie is about to be replaced. */
async function endFormerSignIn(db: Db, { request, services }: Exchange, userId: string): Promise<void> {
  const token = readRefreshCookie(request, services.config);
  const former = token === null ? null : await ownerOf(db, token);
  if (former?.userId === userId) await endSession(db, former.sessionId);
}

async function mailNewDevice(services: Services, t: SayInMail, user: User, userAgent: string): Promise<void> {
  const { mail, limits, config, now } = services;
  if (mail === null) return;
  // Limits the emails that repeated sign-ins cause.
  const allowed = await limits.hit('new-device-letter', user.id, newDeviceEmailLimit).then(
    () => true,
    () => false,
  );
  if (allowed)
    await mail.send(
      newDeviceEmail(t, user, {
        userAgent,
        at: now(),
        profile: `${config.origin}${config.basePath}/profile`,
      }),
    );
}

/** The response to a sign-in or a refresh. */
export async function issueTokens(
  db: Db,
  { services, request, reply }: Exchange,
  {
    userId,
    sessionId,
    token,
    expiresAt,
  }: { userId: string; sessionId: string; token: string; expiresAt: Date },
): Promise<{ token: string; user: User }> {
  const row = await userRow(db, userId);
  // After signing out everywhere, only tokens from the next second on are valid, so this one is dated accordingly.
  const issuedAt = Math.max(Math.floor(services.now().getTime() / 1000), row.tokens_valid_from);
  const access = await issueAccessToken(services.config.secret, { userId, sessionId, issuedAt });
  const maxAge = Math.max(0, Math.floor((expiresAt.getTime() - services.now().getTime()) / 1000));
  setRefreshCookie(request, reply, services.config, token, maxAge);
  return { token: access, user: asUser(row) };
}

/** How long a confirmation is good for. */
export const confirmedMinutes = 10;

/**
 * Records that the user has just proved their identity in this session: by signing in, or by password, passkey or
 * code.
 */
export async function confirmSignIn(
  db: Db,
  { id: userId, sessionId }: Pick<SignedInUser, 'id' | 'sessionId'>,
  now: Date,
): Promise<void> {
  const confirmed_at = now.toISOString();
  await db
    .insertInto('confirmations')
    .values({ session_id: sessionId, user_id: userId, confirmed_at })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ confirmed_at }))
    .execute();
}

/** @throws AppError confirmation_needed unless the session was confirmed in the last ten minutes */
export async function requireConfirmed(
  db: Db,
  { id: userId, sessionId }: Pick<SignedInUser, 'id' | 'sessionId'>,
  now: Date,
): Promise<void> {
  const recent = await db
    .selectFrom('confirmations')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('confirmed_at', '>', new Date(now.getTime() - confirmedMinutes * 60_000).toISOString())
    .executeTakeFirst();
  if (recent === undefined) throw new AppError('confirmation_needed');
}
