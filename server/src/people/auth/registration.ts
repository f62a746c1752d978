import type { Registration } from '@lectern/shared-contracts/api/admin.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { readSetting, writeSetting } from '../../store/settings.ts';
import { consumeInvitation } from './invitations.ts';

/** Who may register: the administrators' setting, else the environment's. */
export async function registrationOf({ db, config }: Pick<Services, 'db' | 'config'>): Promise<Registration> {
  const value = await readSetting(db, 'registration');
  if (value === null) return config.registration;
  return value === 'invited' ? 'invited' : 'open';
}

export const setRegistration = (db: Db, value: Registration): Promise<void> =>
  writeSetting(db, 'registration', value);

/**
 * Consumes the invitation of a new user if one is needed. Call it in the transaction that adds the account. The first
 * user becomes administrator and needs no invitation.
 * @throws AppError invitation_needed
 */
export async function requireInvitation(
  db: Db,
  { config, now }: Pick<Services, 'config' | 'now'>,
  { email, invitation }: { email: string; invitation?: string | undefined },
): Promise<void> {
  const used = invitation !== undefined && (await consumeInvitation(db, invitation, email, now()));
  if (used || (await registrationOf({ db, config })) === 'open') return;
  const anyone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (anyone) throw new AppError('invitation_needed');
}
