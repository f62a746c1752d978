import { randomBytes } from 'node:crypto';
import { AppError } from '../../common/errors.ts';
import type { Services } from '../../services/services.ts';
import type { Db } from '../../store/db.ts';
import { plainRecoveryCode, recoveryCodesLeft, useRecoveryCode } from './recoveryCodes.ts';
import { openSecret, sealSecret } from './sealedSecret.ts';

/** RFC 6238 as every app has it: SHA-1, six digits, thirty seconds; a clock may be one step off. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;

/** How often a code may be tried for one account, by all who know its password. */
export const codeLimit = { tries: 10, seconds: 900 };

const otp = () => import('otpauth');

export async function isEnabled(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** When it was enabled, and how many recovery codes are left; null while there is none. */
export async function stateOf(
  db: Db,
  userId: string,
): Promise<{ enabled_at: string; recovery_codes: number } | null> {
  const row = await db
    .selectFrom('second_factors')
    .select('enabled_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row?.enabled_at) return null;
  return { enabled_at: row.enabled_at, recovery_codes: await recoveryCodesLeft(db, userId) };
}

/**
 * A new secret, which counts from when a code of it was given to `enable`. Throws second_factor_on.
 * @returns it for an app: as text in base32, and as an address to be drawn as a QR code
 */
export async function beginSetup(
  db: Db,
  { config, now }: Pick<Services, 'config' | 'now'>,
  user: { id: string; email: string },
): Promise<{ secret: string; uri: string }> {
  if (await isEnabled(db, user.id)) throw new AppError('second_factor_on');
  const { Secret, TOTP } = await otp();
  const bytes = randomBytes(secretBytes);
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer });
  const sealed = {
    sealed_secret: sealSecret(config.secret, user.id, bytes),
    last_step: 0,
    created_at: now().toISOString(),
    enabled_at: null,
  };
  await db
    .insertInto('second_factors')
    .values({ user_id: user.id, ...sealed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(sealed))
    .execute();
  const uri = new TOTP({ ...settings, issuer: 'Lectern', label: user.email, secret }).toString();
  return { secret: secret.base32, uri };
}

/** Takes the first code of a secret that was just set up. @returns false when it is wrong or nothing was set up */
export async function enable(
  db: Db,
  services: Pick<Services, 'config' | 'now'>,
  userId: string,
  code: string,
): Promise<boolean> {
  if (!(await takeCode(db, services, userId, code, false))) return false;
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ enabled_at: services.now().toISOString() })
    .where('user_id', '=', userId)
    .where('enabled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends it, with its recovery codes. @returns false when there was none */
export async function removeSecondFactor(db: Db, userId: string): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const { numDeletedRows } = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Takes a code of the reader's app or, at sign-in, a recovery code. Either counts once. Throws wrong_code, and
 * too_many_requests after ten wrong ones in a quarter of an hour. Not in a transaction: recovery codes are slow.
 * @returns which of the two it was
 */
export async function requireCode(
  services: Pick<Services, 'config' | 'now' | 'db' | 'limits' | 'passwordHasher'>,
  userId: string,
  typed: string,
): Promise<'totp' | 'recovery_codes'> {
  await services.limits.hit('second-factor', userId, codeLimit);
  const recovery = plainRecoveryCode(typed);
  const right =
    recovery === null
      ? await takeCode(services.db, services, userId, typed, true)
      : await useRecoveryCode(services, userId, recovery);
  if (!right) throw new AppError('wrong_code');
  await services.limits.forget('second-factor', userId);
  return recovery === null ? 'totp' : 'recovery_codes';
}

/** A code is taken once: its time step is remembered, and only later ones count from then on. */
async function takeCode(
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
