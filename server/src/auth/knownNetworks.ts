import type { FastifyRequest } from 'fastify';
import { AppError } from '../common/errors.ts';
import { authLimits, networkOf } from '../rateLimits/authLimits.ts';
import type { Limit } from '../rateLimits/rateLimit.ts';
import type { Services } from '../services/services.ts';
import { canonicalEmail, userRow } from './users.ts';

type Needs = Pick<Services, 'limits'>;

/** Network and account, for limits that belong to one reader in one network. */
export const accountKey = (request: FastifyRequest, email: string) =>
  `${networkOf(request)} ${canonicalEmail(email)}`;

/** Whether the account has signed in from this network, in any way, within 30 days. */
export async function isKnownNetwork(
  { limits }: Needs,
  request: FastifyRequest,
  email: string,
): Promise<boolean> {
  return limits
    .check('login-known', accountKey(request, email), authLimits.loginKnown)
    .then(() => false, isRefusal);
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
  { limits }: Needs,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  const account = accountKey(request, email);
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
 * Counts a try in a limit of the whole network, which does not apply to readers who are known there.
 * @throws AppError too_many_requests
 */
export async function hitNetwork(
  services: Needs,
  request: FastifyRequest,
  email: string,
  { name, ...limit }: Limit & { name: string },
): Promise<void> {
  await services.limits.hit(name, networkOf(request), limit).catch(async (refused: unknown) => {
    if (!(await isKnownNetwork(services, request, email))) throw refused;
  });
}

/**
 * Whose tries of codes are counted. Where the reader has signed in, they have their own: whoever knows only the
 * password cannot use them up.
 */
export async function codeAccount(
  services: Pick<Services, 'db' | 'limits'>,
  request: FastifyRequest,
  userId: string,
): Promise<string> {
  const { email } = await userRow(services.db, userId);
  return (await isKnownNetwork(services, request, email)) ? accountKey(request, email) : userId;
}
