import { createHash, createHmac } from 'node:crypto';
import type { Db } from '../services.ts';

const hours = 24;

/**
 * A reset can be asked for by anyone, and no mail is sent: the operator hands the link over (`cli.ts reset-link`).
 * The token is derived from the request by the server's secret, so the database holds its hash only and the operator's
 * tool can still write it out.
 */
export function resetTokenOf(secret: string, userId: string, expiresAt: string): string {
  return createHmac('sha256', secret).update(`reset\n${userId}\n${expiresAt}`).digest('base64url');
}

export function hashOfReset(token: string): string {
  return createHash('sha256').update(`reset\n${token}`).digest('hex');
}

/** @returns the token, good for a day. */
export async function askForReset(db: Db, secret: string, userId: string, now: Date): Promise<string> {
  const expiresAt = new Date(now.getTime() + hours * 3_600_000).toISOString();
  const token = resetTokenOf(secret, userId, expiresAt);
  await db
    .insertInto('password_resets')
    .values({ token_hash: hashOfReset(token), user_id: userId, expires_at: expiresAt, used_at: null })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute();
  return token;
}

/** Uses a token up. @returns whose it is, or null when it is forged, old or used. */
export async function useResetToken(db: Db, token: string, now: Date): Promise<string | null> {
  const used = await db
    .updateTable('password_resets')
    .set({ used_at: now.toISOString() })
    .where('token_hash', '=', hashOfReset(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning('user_id')
    .executeTakeFirst();
  return used?.user_id ?? null;
}
