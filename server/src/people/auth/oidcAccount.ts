import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { findRow } from '../../store/rows.ts';
import { endAllSessions } from './credentials/refreshTokens.ts';
import { removeFactors } from './factors/secondFactor.ts';
import type { OidcPerson } from './oidc/oidcClient.ts';
import { requireInvitation } from './registration.ts';
import { addUser, findByEmail } from './users.ts';

/** The account, and whether it was found, linked or created. */
export interface ProviderAccount {
  userId: string;
  outcome: 'known' | 'joined' | 'created';
  /** The account had a password, which has been removed. */
  passwordRemoved?: boolean;
}

/**
 * Finds the account of an OIDC user: already linked, linked now by its verified address, or new.
 * @throws AppError email_taken when an account exists whose address the provider has not verified; email_needed;
 * invitation_needed
 */
export async function findOrCreateAccount(
  db: Db,
  services: Pick<Services, 'config' | 'now' | 'engine'>,
  person: OidcPerson,
  invitation: string | null,
): Promise<ProviderAccount> {
  // Under a lock, so that only one account becomes the first, and an identity gets only one account.
  await services.engine.acquireLock(db, 'accounts');
  const { issuer, subject } = person;
  const identity = await findRow(db, 'identities', { issuer, subject }, ['user_id']);
  if (identity) return { userId: identity.user_id, outcome: 'known' };
  if (person.email === null) throw new AppError('email_needed');
  const account = await linkOrCreate(db, services, { ...person, email: person.email }, invitation);
  await db
    .insertInto('identities')
    .values({ issuer, subject, user_id: account.userId, created_at: services.now().toISOString() })
    .execute();
  return account;
}

async function linkOrCreate(
  db: Db,
  services: Pick<Services, 'config' | 'now' | 'engine'>,
  person: OidcPerson & { email: string },
  invitation: string | null,
): Promise<ProviderAccount> {
  const now = services.now();
  const existing = await findByEmail(db, person.email);
  if (existing === undefined) {
    await requireInvitation(db, services, { email: person.email, invitation: invitation ?? undefined });
    const userId = await addUser(db, {
      email: person.email,
      name: (person.name ?? person.email.split('@')[0] ?? person.email).slice(0, 200),
      passwordHash: '',
      timeZone: 'UTC',
      now,
    });
    return { userId, outcome: 'created' };
  }
  if (!person.emailVerified) throw new AppError('email_taken');
  await services.engine.acquireLock(db, existing.id);
  await endAllSessions(db, existing.id, now);
  // Nobody has verified the address of this account: an attacker may have created it in advance and may know its
  // password. An administrator's password stays, since the operator set it and needs it when the provider is down.
  if (existing.roles.includes('"admin"')) return { userId: existing.id, outcome: 'joined' };
  await db.updateTable('users').set({ password_hash: '' }).where('id', '=', existing.id).execute();
  await removeFactors(db, existing.id);
  return { userId: existing.id, outcome: 'joined', passwordRemoved: existing.password_hash !== '' };
}
