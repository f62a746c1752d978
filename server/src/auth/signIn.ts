import type { User } from '@lectern/shared-contracts/api/auth.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db, Services } from '../services.ts';
import { issueAccessToken } from './accessTokens.ts';
import { confirmSignIn } from './factors/confirmations.ts';
import { setRefreshCookie } from './refreshCookie.ts';
import { startFamily } from './refreshTokens.ts';
import { asUser } from './users.ts';

interface Exchange {
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Begins a sign-in: its cookie on the reply, its access token and the reader in the answer.
 * @param lasting false for one that ends with the browser's session
 */
export async function signIn(
  db: Db,
  exchange: Exchange,
  userId: string,
  lasting: boolean,
): Promise<{ token: string; user: User }> {
  const { services, request } = exchange;
  const { familyId, token } = await startFamily(db, {
    userId,
    userAgent: request.headers['user-agent'] ?? '',
    lasting,
    now: services.now(),
  });
  // Whoever has just signed in need not be asked again who they are.
  await confirmSignIn(db, { id: userId, familyId }, services.now());
  return signedIn(db, exchange, { userId, familyId, token });
}

/** The answer to a sign-in or a refresh. */
export async function signedIn(
  db: Db,
  { services, request, reply }: Exchange,
  { userId, familyId, token }: { userId: string; familyId: string; token: string },
): Promise<{ token: string; user: User }> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  // After 'signed out everywhere' tokens count from the next second on, so the new one is dated there.
  const issuedAt = Math.max(Math.floor(services.now().getTime() / 1000), row.tokens_valid_from);
  const access = await issueAccessToken(services.config.secret, { userId, familyId, issuedAt });
  setRefreshCookie(request, reply, services.config.root, token);
  return { token: access, user: asUser(row) };
}
