import type { Registration } from '@lectern/shared-contracts/api/admin.ts';
import { AppError } from '../common/errors.ts';
import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import { useInvitation } from './invitations.ts';

/** Who may create an account: what an administrator has set, else what the environment says. */
export async function registrationOf({ db, config }: Pick<Services, 'db' | 'config'>): Promise<Registration> {
  const set = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'registration')
    .executeTakeFirst();
  if (set === undefined) return config.registration;
  return set.value === 'invited' ? 'invited' : 'open';
}

export async function setRegistration(db: Db, value: Registration): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: 'registration', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/**
 * Lets a newcomer in, or throws invitation_needed. In the transaction that adds the account: an invitation is used up
 * with it. Whoever comes first is the administrator, and needs nobody's invitation.
 */
export async function admit(
  db: Db,
  { config, now }: Pick<Services, 'config' | 'now'>,
  { email, invitation }: { email: string; invitation?: string | undefined },
): Promise<void> {
  const used = invitation !== undefined && (await useInvitation(db, invitation, email, now()));
  if (used || (await registrationOf({ db, config })) === 'open') return;
  const anyone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (anyone) throw new AppError('invitation_needed');
}
