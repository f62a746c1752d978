import type { Db } from '../../../store/db.ts';
import { removeSecondFactor } from './secondFactor.ts';

/** Removes all sign-in methods of an account except its password and OIDC provider. */
export async function removeFactors(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await removeSecondFactor(db, userId);
  await cancelPendingSignIns(db, userId);
}

/** Deletes all pending challenges of an account, including sign-ins that wait for a code. */
export async function cancelPendingSignIns(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute();
}
