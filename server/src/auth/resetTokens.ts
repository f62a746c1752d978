import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../store/db.ts';

const hours = 1;

/** When a token issued now expires. */
export const resetTokenEnd = (now: Date) => new Date(now.getTime() + hours * 3_600_000);

const hashOf = (token: string) => createHash('sha256').update(`reset\n${token}`).digest('hex');

/** Issues a password reset token, valid for an hour and one use. Only its hash is stored. */
export async function issueResetToken(db: Db, userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('password_resets')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      expires_at: resetTokenEnd(now).toISOString(),
      used_at: null,
    })
    .execute();
  return token;
}

/**
 * Consumes a token.
 * @returns the user; null when it is unknown, expired or used
 */
export async function consumeResetToken(db: Db, token: string, now: Date): Promise<string | null> {
  const used = await db
    .updateTable('password_resets')
    .set({ used_at: now.toISOString() })
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning('user_id')
    .executeTakeFirst();
  return used?.user_id ?? null;
}
