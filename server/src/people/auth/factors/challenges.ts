import { createHash } from 'node:crypto';
import type { Db } from '../../../store/db.ts';
import { addRows } from '../../../store/rows.ts';

/** A challenge is valid for one purpose only. */
export type ChallengePurpose = 'passkey-sign-in' | 'passkey-add' | 'passkey-confirm' | 'second-factor';

export interface Challenge {
  /** Null when signing in with a passkey. */
  userId: string | null;
  /** Whether the session outlives the browser session. */
  stay: boolean;
}

const minutes = 10;

const hashOf = (purpose: ChallengePurpose, value: string) =>
  createHash('sha256').update(`challenge\n${purpose}\n${value}`).digest('hex');

/**
 * Stores a value for ten minutes and one use.
 * @returns when it expires
 */
export async function rememberChallenge(
  db: Db,
  purpose: ChallengePurpose,
  value: string,
  { userId, stay }: Challenge,
  now: Date,
): Promise<Date> {
  const expiresAt = new Date(now.getTime() + minutes * 60_000);
  await addRows(db, 'sign_in_challenges', {
    value_hash: hashOf(purpose, value),
    user_id: userId,
    stay: stay ? 1 : 0,
    expires_at: expiresAt.toISOString(),
  });
  return expiresAt;
}

/**
 * Looks a challenge up without using it: a wrong code does not consume it.
 * @returns null when it is unknown, expired or used
 */
export async function findChallenge(
  db: Db,
  purpose: ChallengePurpose,
  value: string,
  now: Date,
): Promise<Challenge | null> {
  const row = await db
    .selectFrom('sign_in_challenges')
    .select(['user_id', 'stay'])
    .where('value_hash', '=', hashOf(purpose, value))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row ? { userId: row.user_id, stay: row.stay === 1 } : null;
}

/**
 * Consumes a challenge.
 * @returns null when it is unknown, expired or used
 */
export async function consumeChallenge(
  db: Db,
  purpose: ChallengePurpose,
  value: string,
  now: Date,
): Promise<Challenge | null> {
  const row = await db
    .deleteFrom('sign_in_challenges')
    .where('value_hash', '=', hashOf(purpose, value))
    .where('expires_at', '>', now.toISOString())
    .returning(['user_id', 'stay'])
    .executeTakeFirst();
  return row ? { userId: row.user_id, stay: row.stay === 1 } : null;
}

/** Deletes all pending challenges of an account, including sign-ins that wait for a code. */
export async function cancelPendingSignIns(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute();
}
