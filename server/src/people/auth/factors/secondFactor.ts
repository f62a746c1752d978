import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '../../../run/common/errors.ts';
import type { Services } from '../../../run/services/services.ts';
import type { Db } from '../../../store/db.ts';
import { countOf } from '../../../store/ownRows.ts';
import { addRows, findRow, listRows, putRow } from '../../../store/rows.ts';
import {
  hashPassword,
  isLegible,
  legibleSecret,
  type PasswordHasher,
  passwordMatches,
} from '../credentials/passwords.ts';
import { cancelPendingSignIns, rememberChallenge } from './challenges.ts';

/** RFC 6238 as all apps use it: SHA-1, six digits, 30 seconds. The clock may be off by one step. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;

/** Limits attempts per account. */
export const codeLimit = { tries: 10, seconds: 900 };

const otp = () => import('otpauth');

export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** When it was enabled and how many recovery codes are left; null when it is off. */
export async function secondFactorState(
  db: Db,
  userId: string,
): Promise<{ enabled_at: string; recovery_codes: number } | null> {
  const row = await findRow(db, 'second_factors', { user_id: userId }, ['enabled_at']);
  if (!row?.enabled_at) return null;
  const left = db.selectFrom('recovery_codes').where('user_id', '=', userId);
  return { enabled_at: row.enabled_at, recovery_codes: await countOf(left) };
}

/**
 * Creates a new secret, which becomes active when `enable` is given a code of it.
 * @returns the secret in base32, and as a URI for a QR code
 * @throws AppError second_factor_on
 */
export async function beginSecondFactorSetup(
  db: Db,
  { config, now }: Pick<Services, 'config' | 'now'>,
  user: { id: string; email: string },
): Promise<{ secret: string; uri: string }> {
  if (await hasSecondFactor(db, user.id)) throw new AppError('second_factor_on');
  const { Secret, TOTP } = await otp();
  const bytes = randomBytes(secretBytes);
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer });
  const sealed = {
    sealed_secret: sealSecret(config.secret, user.id, bytes),
    last_step: 0,
    created_at: now().toISOString(),
    enabled_at: null,
  };
  await putRow(db, 'second_factors', { user_id: user.id, ...sealed }, ['user_id'], sealed);
  const uri = new TOTP({ ...settings, issuer: 'Lectern', label: user.email, secret }).toString();
  return { secret: secret.base32, uri };
}

/**
 * Activates a secret with its first code.
 * @returns false when the code is wrong or no setup was begun
 */
export async function enableSecondFactor(
  db: Db,
  services: Pick<Services, 'config' | 'now'>,
  userId: string,
  code: string,
): Promise<boolean> {
  if (!(await consumeCode(db, services, userId, code, false))) return false;
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ enabled_at: services.now().toISOString() })
    .where('user_id', '=', userId)
    .where('enabled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Turns it off and deletes the recovery codes.
 * @returns false when it was off
 */
export async function removeSecondFactor(db: Db, userId: string): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const { numDeletedRows } = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes all sign-in methods of an account except its password and OIDC provider. */
export async function removeFactors(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await removeSecondFactor(db, userId);
  await cancelPendingSignIns(db, userId);
}

/**
 * Begins the second step of a sign-in.
 * @returns a token to be sent back with the code: valid for ten minutes and one use
 */
export async function beginSecondStep(
  db: Db,
  { now }: Pick<Services, 'now'>,
  userId: string,
  stay: boolean,
): Promise<{ token: string; expires_at: string }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = await rememberChallenge(db, 'second-factor', token, { userId, stay }, now());
  return { token, expires_at: expiresAt.toISOString() };
}

/**
 * Accepts a TOTP code or, at sign-in, a recovery code; each works once. Not in a transaction, because hashing
 * recovery codes is slow.
 * @param account whose tries are counted
 * @returns which of the two it was
 * @throws AppError wrong_code; too_many_requests after ten wrong ones in 15 minutes
 */
export async function requireCode(
  services: Pick<Services, 'config' | 'now' | 'db' | 'limits' | 'passwordHasher'>,
  userId: string,
  typed: string,
  account = userId,
): Promise<'totp' | 'recovery_codes'> {
  await services.limits.hit('second-factor', account, codeLimit);
  const recovery = plainRecoveryCode(typed);
  const right =
    recovery === null
      ? await consumeCode(services.db, services, userId, typed, true)
      : await consumeRecoveryCode(services, userId, recovery);
  if (!right) throw new AppError('wrong_code');
  await services.limits.forget('second-factor', account);
  return recovery === null ? 'totp' : 'recovery_codes';
}

/** Accepts each code once: its time step is stored, and only later ones are valid. */
async function consumeCode(
  db: Db,
  { config, now }: Pick<Services, 'config' | 'now'>,
  userId: string,
  typed: string,
  enabled: boolean,
): Promise<boolean> {
  const code = typed.replaceAll(/\s/g, '');
  const row = await db
    .selectFrom('second_factors')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .where('enabled_at', enabled ? 'is not' : 'is', null)
    .executeTakeFirst();
  const plain = row && openSecret(config.secret, userId, row.sealed_secret);
  if (!plain || !/^\d{6}$/.test(code)) return false;
  const { Secret, TOTP } = await otp();
  const totp = new TOTP({ ...settings, secret: new Secret({ buffer: new Uint8Array(plain).buffer }) });
  const timestamp = now().getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / settings.period) + delta;
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const count = 10;
const length = 12;

/** New codes in the form xxxx-xxxx-xxxx. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => legibleSecret(length).replace(/(.{4})(.{4})/, '$1-$2-'));
}

/** Normalizes a typed code; null when it cannot be one. */
export function plainRecoveryCode(typed: string): string | null {
  const plain = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return plain.length === length && isLegible(plain) ? plain : null;
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
  await addRows(
    db,
    'recovery_codes',
    hashes.map((code_hash) => ({ id: randomUUID(), user_id: userId, code_hash })),
  );
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
  const rows = await listRows(db, 'recovery_codes', { user_id: userId }, ['id', 'code_hash']);
  for (const { id, code_hash } of rows) {
    if (!(await passwordMatches(passwordHasher, code_hash, plain))) continue;
    const { numDeletedRows } = await db.deleteFrom('recovery_codes').where('id', '=', id).executeTakeFirst();
    return numDeletedRows > 0n;
  }
  return false;
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'lectern second factor', 32));

/** Encrypts a user's TOTP secret with a key derived from the server's secret; it is bound to that user's row. */
export function sealSecret(serverSecret: string, userId: string, plain: Buffer): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyOf(serverSecret), iv).setAAD(Buffer.from(userId));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** @returns null when it was sealed with another secret, for another user, or tampered with */
export function openSecret(serverSecret: string, userId: string, sealed: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= ivBytes + tagBytes) return null;
  const decipher = createDecipheriv(algorithm, keyOf(serverSecret), bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}
