import type { SignedInUser } from '../../http/routing/route.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Db } from '../../store/db.ts';

/** How long a confirmation is good for. */
export const confirmedMinutes = 10;

/**
 * Records that the user has just proved their identity in this session: by signing in, or by password, passkey or
 * code.
 */
export async function confirmSignIn(
  db: Db,
  { id: userId, sessionId }: Pick<SignedInUser, 'id' | 'sessionId'>,
  now: Date,
): Promise<void> {
  const confirmed_at = now.toISOString();
  await db
    .insertInto('confirmations')
    .values({ session_id: sessionId, user_id: userId, confirmed_at })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ confirmed_at }))
    .execute();
}

/** @throws AppError confirmation_needed unless the session was confirmed in the last ten minutes */
export async function requireConfirmed(
  db: Db,
  { id: userId, sessionId }: Pick<SignedInUser, 'id' | 'sessionId'>,
  now: Date,
): Promise<void> {
  const recent = await db
    .selectFrom('confirmations')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('confirmed_at', '>', new Date(now.getTime() - confirmedMinutes * 60_000).toISOString())
    .executeTakeFirst();
  if (recent === undefined) throw new AppError('confirmation_needed');
}
