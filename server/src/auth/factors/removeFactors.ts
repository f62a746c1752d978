import type { Db } from '../../store/db.ts';
import { removeSecondFactor } from './secondFactor.ts';

/** Takes everything from an account that it is signed in to with, but the password and the provider. */
export async function removeFactors(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await removeSecondFactor(db, userId);
  await endWaitingSignIns(db, userId);
}

/** Ends sign-ins that wait for their code, and whatever else of the account is under way. */
export async function endWaitingSignIns(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute();
}
