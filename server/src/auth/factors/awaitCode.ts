import { randomBytes } from 'node:crypto';
import type { Services } from '../../services/services.ts';
import type { Db } from '../../store/db.ts';
import { rememberChallenge } from './challenges.ts';

/**
 * Begins the second step of a sign-in.
 * @returns a token to be sent back with the code: valid for ten minutes and one use
 */
export async function awaitCode(
  db: Db,
  { now }: Pick<Services, 'now'>,
  userId: string,
  stay: boolean,
): Promise<{ token: string; expires_at: string }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = await rememberChallenge(db, 'second-factor', token, { userId, stay }, now());
  return { token, expires_at: expiresAt.toISOString() };
}
