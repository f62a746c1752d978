import { randomBytes } from 'node:crypto';
import type { Db } from '../store/db.ts';

/**
 * The key that encrypts this user's unsent writes in browsers while nobody is signed in (docs/decisions.md).
 * It is created on first use and deleted with the account. Call it in a transaction that holds the user's lock.
 * @returns 32 random bytes in base64url
 */
export async function sealKeyOf(db: Db, userId: string): Promise<string> {
  const { seal_key: storedKey } = await db
    .selectFrom('users')
    .select('seal_key')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (storedKey !== null) return storedKey;
  const key = randomBytes(32).toString('base64url');
  await db.updateTable('users').set({ seal_key: key }).where('id', '=', userId).execute();
  return key;
}
