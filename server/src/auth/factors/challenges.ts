import { createHash } from 'node:crypto';
import type { Db } from '../../store/db.ts';

/** What a challenge is for; one for something else is none. */
export type ChallengePurpose = 'passkey-sign-in' | 'passkey-add' | 'passkey-confirm' | 'second-factor';

export interface Challenge {
  /** Whose it is; null for a sign-in by a passkey. */
  userId: string | null;
  /** Whether the sign-in it is for outlives the browser's session. */
  stay: boolean;
}

const minutes = 10;

const hashOf = (purpose: ChallengePurpose, value: string) =>
  createHash('sha256').update(`challenge\n${purpose}\n${value}`).digest('hex');

/** Remembers a value for ten minutes and one use. @returns when it ends */
export async function rememberChallenge(
  db: Db,
  purpose: ChallengePurpose,
  value: string,
  { userId, stay }: Challenge,
  now: Date,
): Promise<Date> {
  const expiresAt = new Date(now.getTime() + minutes * 60_000);
  await db
    .insertInto('sign_in_challenges')
    .values({
      value_hash: hashOf(purpose, value),
      user_id: userId,
      stay: stay ? 1 : 0,
      expires_at: expiresAt.toISOString(),
    })
    .execute();
  return expiresAt;
}

/** Looks a value up and leaves it: a wrong code is no use of it. @returns null when it is made up, old or used */
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

/** Uses a value up. @returns null when it is made up, old or used */
export async function takeChallenge(
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

export async function forgetOldChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('expires_at', '<=', now.toISOString()).execute();
}
