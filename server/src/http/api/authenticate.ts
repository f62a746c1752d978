import type { Access } from '@lectern/shared-contracts/api/route.ts';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { verifyAccessToken } from '../../people/auth/credentials/accessTokens.ts';
import { isSignInOpen } from '../../people/auth/credentials/activeSessions.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Config } from '../../run/config/config.ts';
import type { Services } from '../../run/services/services.ts';
import { delayRefusal } from '../errors/errors.ts';
import { networkOf } from '../rateLimits/authLimits.ts';
import { limitOfCost, limitOfVisitors } from '../rateLimits/routeCosts.ts';
import type { SignedInUser } from '../routing/route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedInUser | null;
  }
}

export function prepareAuthentication(app: FastifyInstance): void {
  app.decorateRequest('signedIn', null);
}

/**
 * A hook that enforces a route's access and rate limit. It runs before the body is read, so that refused requests
 * need no parsing.
 */
export function requireAccess(services: Services, access: Access): onRequestAsyncHookHandler {
  return async (request) => {
    if (access === 'visitor' || access === 'grant') {
      if (request.method !== 'GET') refuseOtherSites(request, services.config);
      return countVisitor(services, request);
    }
    request.signedIn = await authenticate(services, request).catch(async (error: AppError) => {
      if (error.status === 401) await countVisitor(services, request);
      await delayRefusal(error);
      throw error;
    });
    if (access === 'admin' && !request.signedIn.roles.includes('admin')) throw new AppError('forbidden');
  };
}

/**
 * Refuses writes of visitors, which may read or set the cookie, from another site. Browsers send Sec-Fetch-Site, or
 * Origin when they are older or on plain HTTP; scripts send neither.
 */
export function refuseOtherSites(request: FastifyRequest, { origin: own }: Pick<Config, 'origin'>): void {
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const isOther =
    site === undefined
      ? origin !== undefined && origin !== own && URL.parse(origin)?.host !== request.host
      : site !== 'same-origin' && site !== 'none';
  if (isOther) throw new AppError('forbidden');
}

/**
 * Counts an unauthenticated request.
 * @throws AppError too_many_requests
 */
export async function countVisitor(
  { requestLimits, config }: Services,
  request: FastifyRequest,
): Promise<void> {
  try {
    await requestLimits.hit('visits', networkOf(request), limitOfVisitors(config));
  } catch (error) {
    await delayRefusal(error);
    throw error;
  }
}

/**
 * The user of a request on a route that requires access.
 * @throws AppError unauthenticated
 */
export function userOf({ signedIn }: Pick<FastifyRequest, 'signedIn'>): SignedInUser {
  if (signedIn === null) throw new AppError('unauthenticated');
  return signedIn;
}

/** The bearer token of a request; null when it is missing or malformed. */
export function bearerOf({ headers }: FastifyRequest): string | null {
  return /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** Why a user's session is no longer valid: tells the browser to forget the account, or to ask for the password. */
export async function rejectionOf({ db }: Pick<Services, 'db'>, userId: string): Promise<AppError> {
  const user = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  return new AppError(user === undefined ? 'account_deleted' : 'token_rejected');
}

/**
 * Checks again whether the user is signed in. Call it after a file has been received.
 * @throws AppError token_rejected or account_deleted
 */
export async function requireOpenSignIn(
  services: Pick<Services, 'db' | 'now'>,
  { id, sessionId }: SignedInUser,
): Promise<void> {
  if (!(await isSignInOpen(services.db, sessionId, services.now()))) throw await rejectionOf(services, id);
}

/** Milliseconds after which a sign-in is checked again. */
const checkAgainMs = 1_000;

/**
 * Checks again whether the user is signed in when the request waited long for its body or its turn.
 * @throws AppError token_rejected or account_deleted
 */
export async function recheckSignIn(services: Services, { signedIn }: FastifyRequest): Promise<void> {
  if (signedIn === null || services.now().getTime() - signedIn.checkedAt.getTime() < checkAgainMs) return;
  await requireOpenSignIn(services, signedIn);
}

/**
 * Authenticates a request by its token and counts it.
 * @throws AppError unauthenticated, token_rejected, account_deleted or too_many_requests
 */
export async function authenticate(services: Services, request: FastifyRequest): Promise<SignedInUser> {
  if (request.headers.authorization === undefined) throw new AppError('unauthenticated');
  const token = bearerOf(request);
  if (token === null) throw new AppError('token_rejected');
  const claims = await verifyAccessToken(services.config.secret, token, services.now());
  if (claims === null) throw new AppError('token_rejected');
  await services.requestLimits.hit('requests', claims.userId, limitOfCost(services.config, 'any'));
  const checkedAt = services.now();
  const user = await services.db
    .selectFrom('users')
    .innerJoin('refresh_tokens', 'refresh_tokens.user_id', 'users.id')
    .select(['users.id', 'users.roles', 'users.tokens_valid_from'])
    .where('users.id', '=', claims.userId)
    .where('refresh_tokens.session_id', '=', claims.sessionId)
    .where('refresh_tokens.expires_at', '>', checkedAt.toISOString())
    .limit(1)
    .executeTakeFirst();
  if (user === undefined) throw await rejectionOf(services, claims.userId);
  if (claims.issuedAt < user.tokens_valid_from) throw new AppError('token_rejected');
  const roles: string[] = JSON.parse(user.roles);
  return { id: user.id, roles, sessionId: claims.sessionId, checkedAt };
}
