import type { AppPasswordScope } from '@lectern/shared-contracts/api/appPasswords.ts';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { countVisitor } from '../../http/api/authenticate.ts';
import { delayRefusal } from '../../http/errors/errors.ts';
import { authLimits, networkOf } from '../../http/rateLimits/authLimits.ts';
import { limitOfCost } from '../../http/rateLimits/routeCosts.ts';
import { recordWrongPassword, rememberNetwork } from '../../people/auth/knownNetworks.ts';
import { canonicalEmail } from '../../people/auth/users.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { type DeviceCredentials, findAppPassword, recordUse } from './appPasswords.ts';

/** Extracts credentials from a request; null when they are missing or malformed. */
export type CredentialsOf = (request: FastifyRequest) => DeviceCredentials | null;

/** Reads HTTP Basic credentials (RFC 7617). */
export const basicCredentials: CredentialsOf = ({ headers }) => {
  const [, encoded] = /^Basic ([A-Za-z0-9+/_-]{1,1000}=*)\s*$/i.exec(headers.authorization ?? '') ?? [];
  if (encoded === undefined) return null;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  // User names may contain a colon, app passwords never do.
  const colon = decoded.lastIndexOf(':');
  if (colon < 1) return null;
  return { username: decodedName(decoded.slice(0, colon)), kind: 'secret', value: decoded.slice(colon + 1) };
};

/** Foliate leaves a user name percent-encoded that is part of the address. Every email address has an "@". */
function decodedName(username: string): string {
  if (username.includes('@')) return username;
  try {
    return decodeURIComponent(username);
  } catch {
    return username;
  }
}

/**
 * A hook for routes that devices use. It sets `request.signedIn` to the owner of the app password, with the
 * password's id in place of a session id. The account password does not work here, and an app password works nowhere
 * else.
 * @throws AppError unauthenticated, wrong_credentials, forbidden (missing scope) or too_many_requests
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
  request.signedIn = {
    id: used.userId,
    roles: [],
    sessionId: used.id,
    device: used.name,
    checkedAt: services.now(),
  };
  if (used.lastUsedAt === null)
    services.securityLog.record(request, 'authn_login_success', used.userId, { method: 'app_password' });
  if (await recordUse(services.db, used, services.now()))
    await rememberNetwork(services, request, used.email);
  if (!used.scopes.includes(scope))
    throw new AppError('forbidden', 'This app password may not do this. Make one that may, under Settings.');
}

/**
 * Counts failed attempts only. Correct passwords are never refused because of failures by others: secrets of this
 * length cannot be guessed by trying.
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
  recordWrongPassword(securityLog, request, { method: 'app_password', email, userId: user?.id });
  return new AppError('wrong_credentials', 'The user name or the app password is not right.');
}
