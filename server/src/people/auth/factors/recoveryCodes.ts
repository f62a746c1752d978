import { randomInt, randomUUID } from 'node:crypto';
import type { Services } from '../../../run/services/services.ts';
import type { Db } from '../../../store/db.ts';
import { legible } from '../credentials/legible.ts';
import { hashPassword, type PasswordHasher, passwordMatches } from '../credentials/passwords.ts';

const count = 10;
const length = 12;

/** New codes in the form xxxx-xxxx-xxxx. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () =>
    Array.from({ length }, () => legible[randomInt(legible.length)])
      .join('')
      .replace(/(.{4})(.{4})/, '$1-$2-'),
  );
}

/** Normalizes a typed code; null when it cannot be one. */
export function plainRecoveryCode(typed: string): string | null {
  const plain = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return plain.length === length && [...plain].every((character) => legible.includes(character))
    ? plain
    : null;
}

/** Slow on purpose, as for passwords: some hundreds of milliseconds for all. */
export async function hashRecoveryCodes(hasher: PasswordHasher, codes: readonly string[]): Promise<string[]> {
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await hashPassword(hasher, plainRecoveryCode(code) ?? code));
  return hashes;
}

/** Replaces all recovery codes of a user. */
export async function replaceRecoveryCodes(db: Db, userId: string, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ id: randomUUID(), user_id: userId, code_hash })))
    .execute();
}

/**
 * Gives a user new codes in place of all earlier ones. They are hashed before the transaction, because that is slow.
 * @param check runs in the transaction, and throws when the user may have no codes
 */
export async function issueRecoveryCodes(
  { db, engine, passwordHasher }: Pick<Services, 'db' | 'engine' | 'passwordHasher'>,
  userId: string,
  check: (db: Db) => Promise<void>,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = await hashRecoveryCodes(passwordHasher, codes);
  await db.transaction().execute(async (transaction) => {
    await engine.acquireLock(transaction, userId);
    await check(transaction);
    await replaceRecoveryCodes(transaction, userId, hashes);
  });
  return codes;
}

/**
 * Consumes a code. Not in a transaction, because hashing is slow.
 * @returns false when the user has no such code
 */
export async function consumeRecoveryCode(
  { db, passwordHasher }: Pick<Services, 'db' | 'passwordHasher'>,
  userId: string,
  plain: string,
): Promise<boolean> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select(['id', 'code_hash'])
    .where('user_id', '=', userId)
    .execute();
  for (const { id, code_hash } of rows) {
    if (!(await passwordMatches(passwordHasher, code_hash, plain))) continue;
    const { numDeletedRows } = await db.deleteFrom('recovery_codes').where('id', '=', id).executeTakeFirst();
    return numDeletedRows > 0n;
  }
  return false;
}
