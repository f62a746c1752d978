import { randomBytes } from 'node:crypto';
import type { Db } from '../store/db.ts';

/**
 * The key under which this reader's browsers keep unsent writes while nobody is signed in (ADR 0049): made when it is
 * first asked for, and gone with the account. Call it inside of a reader's write, which holds that reader's lock.
 * @returns 32 random bytes in base64url
 */
export async function sealKeyOf(db: Db, userId: string): Promise<string> {
  const { seal_key: known } = await db
    .selectFrom('users')
    .select('seal_key')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (known !== null) return known;
  const key = randomBytes(32).toString('base64url');
  await db.updateTable('users').set({ seal_key: key }).where('id', '=', userId).execute();
  return key;
}
