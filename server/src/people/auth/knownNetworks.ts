import type { FastifyRequest } from 'fastify';
import { authLimits, networkOf } from '../../http/rateLimits/authLimits.ts';
import type { Limit } from '../../http/rateLimits/rateLimit.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import type { SecurityLog } from '../security/securityLog.ts';
import { readDevice } from './cookies.ts';
import { isKnownDevice } from './knownDevices.ts';
import { canonicalEmail, userRow } from './users.ts';

type Needs = Pick<Services, 'config' | 'db' | 'limits'>;

const networkAndAccount = (request: FastifyRequest, email: string) =>
  `${networkOf(request)} ${canonicalEmail(email)}`;

/**
 * Whose tries at an account are counted: those of a browser that has signed in to it, by its device cookie; else those
 * of the network at this account. So a stranger cannot use up a reader's tries, not even behind the same address.
 */
export async function accountKey(
  { config, db }: Needs,
  request: FastifyRequest,
  email: string,
): Promise<string> {
  const device = readDevice(request, config);
  return device !== null && (await isKnownDevice(db, canonicalEmail(email), device))
    ? `device ${device} ${canonicalEmail(email)}`
    : networkAndAccount(request, email);
}

/** Whether the account has signed in with this browser, or within 30 days from this network, in any way. */
export async function isKnownHere(services: Needs, request: FastifyRequest, email: string): Promise<boolean> {
  const inNetwork = networkAndAccount(request, email);
  if ((await accountKey(services, request, email)) !== inNetwork) return true;
  return services.limits.check('login-known', inNetwork, authLimits.loginKnown).then(() => false, isRefusal);
}

/** @throws any other error */
export function isRefusal(error: unknown): boolean {
  if (error instanceof AppError) return true;
  throw error;
}

/**
 * Call it after every sign-in, once all of its steps have succeeded and outside of a transaction. A failure is not the
 * reader's: they are signed in, and the network is remembered the next time.
 */
export async function rememberNetwork(
  { limits }: Pick<Services, 'limits'>,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  const account = networkAndAccount(request, email);
  const remember = async () => {
    await limits.forget('login-known', account);
    await limits.hit('login-known', account, authLimits.loginKnown);
  };
  // With two concurrent sign-ins, the first one has recorded it already.
  await remember().catch((err: unknown) => {
    if (!(err instanceof AppError)) request.log.warn({ err }, 'a network could not be remembered');
  });
}

/**
 * Counts a try in a limit of the whole network, which does not apply to readers who are known here.
 * @throws AppError too_many_requests
 */
export async function hitNetwork(
  services: Needs,
  request: FastifyRequest,
  email: string,
  { name, ...limit }: Limit & { name: string },
): Promise<void> {
  await services.limits.hit(name, networkOf(request), limit).catch(async (error: unknown) => {
    if (!isRefusal(error) || !(await isKnownHere(services, request, email))) throw error;
  });
}

/**
 * Whose tries of codes are counted. Where the reader has signed in, they have their own: whoever knows only the
 * password cannot use them up.
 */
export async function codeAccount(services: Needs, request: FastifyRequest, userId: string): Promise<string> {
  const { email } = await userRow(services.db, userId);
  return (await isKnownHere(services, request, email)) ? accountKey(services, request, email) : userId;
}

interface FailedSignIn {
  method: 'password' | 'app_password';
  email: string;
  /** The account with this address. */
  userId: string | undefined;
}

/** Records a sign-in with a wrong password, or for an unknown account, in the security log. */
export function recordWrongPassword(
  securityLog: SecurityLog,
  request: FastifyRequest,
  { method, email, userId }: FailedSignIn,
): void {
  const details =
    userId === undefined
      ? ({ reason: 'unknown_account', account_hash: securityLog.pseudonym(canonicalEmail(email)) } as const)
      : ({ reason: 'wrong_password' } as const);
  securityLog.record(request, 'authn_login_fail', userId ?? null, { method, ...details });
}
