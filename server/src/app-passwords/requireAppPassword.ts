import type { AppPasswordScope } from '@lectern/shared-contracts/api/appPasswords.ts';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { canonicalEmail } from '../auth/users.ts';
import { AppError } from '../common/errors.ts';
import { countVisitor } from '../http/authenticate.ts';
import { delayRefusal } from '../http/delayRefusal.ts';
import { authLimits, networkOf } from '../rateLimits/authLimits.ts';
import { limitOfCost } from '../rateLimits/routeCosts.ts';
import type { Services } from '../services/services.ts';
import { type DeviceCredentials, findAppPassword, noteUse } from './appPasswords.ts';

/** Finds the credentials in a request; null when there are none, or none that could be some. */
export type CredentialsOf = (request: FastifyRequest) => DeviceCredentials | null;

/** Of the header that HTTP itself has for a name and a password (RFC 7617). */
export const basicCredentials: CredentialsOf = ({ headers }) => {
  const [, encoded] = /^Basic ([A-Za-z0-9+/_-]{1,1000}=*)\s*$/i.exec(headers.authorization ?? '') ?? [];
  if (encoded === undefined) return null;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  // An address may have a colon, an app password never has.
  const colon = decoded.lastIndexOf(':');
  if (colon < 1) return null;
  return { username: decoded.slice(0, colon), kind: 'secret', value: decoded.slice(colon + 1) };
};

/**
 * A hook for routes that devices use: `request.signedIn` is the reader of the app password, with its id in place of a
 * sign-in's. The account's own password opens nothing here, and an app password nothing elsewhere.
 * @throws AppError unauthenticated, wrong_credentials, forbidden (it has not this scope) or too_many_requests
 */
export function requireAppPassword(
  services: Services,
  scope: AppPasswordScope,
  credentialsOf: CredentialsOf,
): onRequestAsyncHookHandler {
  return async (request) => {
    try {
      await authenticate(services, request, scope, credentialsOf(request));
    } catch (error) {
      await delayRefusal(error);
      throw error;
    }
  };
}

async function authenticate(
  services: Services,
  request: FastifyRequest,
  scope: AppPasswordScope,
  credentials: DeviceCredentials | null,
): Promise<void> {
  if (credentials === null) {
    await countVisitor(services, request);
    throw new AppError('unauthenticated');
  }
  const used = await findAppPassword(services.db, services.config, credentials);
  if (used === null) throw await refused(services, request, credentials);
  await services.requestLimits.hit('requests', used.userId, limitOfCost(services.config, 'any'));
  request.signedIn = { id: used.userId, roles: [], sessionId: used.id };
  if (used.lastUsedAt === null) {
    const details = { method: 'app_password' } as const;
    services.securityLog.record({ kind: 'authn_login_success', userId: used.userId, details }, request);
  }
  await noteUse(services.db, used, services.now());
  if (!used.scopes.includes(scope))
    throw new AppError('forbidden', 'This app password may not do this. Make one that may, under Settings.');
}

/**
 * Counts a wrong try. Right ones are not counted, nor refused for the wrong ones of others: no number of tries that
 * anybody can make finds a secret of this length.
 */
async function refused(
  { limits, securityLog, db }: Services,
  request: FastifyRequest,
  { username }: DeviceCredentials,
): Promise<AppError> {
  const email = canonicalEmail(username);
  const network = networkOf(request);
  await limits.hit('app-password-network', network, authLimits.loginFromAddress);
  await limits.hit('app-password', `${network} ${email}`, authLimits.login);
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  const details = user
    ? ({ reason: 'wrong_password' } as const)
    : ({ reason: 'unknown_account', account_hash: securityLog.pseudonym(email) } as const);
  const event = { kind: 'authn_login_fail', userId: user?.id ?? null } as const;
  securityLog.record({ ...event, details: { method: 'app_password', ...details } }, request);
  return new AppError('wrong_credentials', 'The user name or the app password is not right.');
}
