import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../store/db.ts';

const hours = 1;

/** When a token issued now expires. */
export const resetTokenEnd = (now: Date) => new Date(now.getTime() + hours * 3_600_000);

const hashOf = (token: string) => createHash('sha256').update(`reset\n${token}`).digest('hex');

/**
 * Issues a password reset token, valid for an hour and one use. Only its hash is stored, and for an account that has
 * been deleted meanwhile not even that.
 */
export async function issueResetToken(db: Db, userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const end = resetTokenEnd(now).toISOString();
  await db
    .insertInto('password_resets')
    .columns(['user_id', 'token_hash', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(['id', sql<string>`${hashOf(token)}`.as('token_hash'), sql<string>`${end}`.as('expires_at')])
        .where('id', '=', userId),
    )
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
