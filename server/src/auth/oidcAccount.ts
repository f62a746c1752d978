import { AppError } from '../common/errors.ts';
import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import { endAllSessions } from './credentials/refreshTokens.ts';
import { removeFactors } from './factors/removeFactors.ts';
import type { OidcPerson } from './oidc/oidcClient.ts';
import { admit } from './registration.ts';
import { addUser, findByEmail } from './users.ts';

/** Whose account it is, and what came of it by this sign-in. */
export interface ProviderAccount {
  userId: string;
  outcome: 'known' | 'joined' | 'created';
  /** The account had a password, and has none any more. */
  passwordRemoved?: boolean;
}

/**
 * The account of whom the provider has seen: known, joined by its verified address, or new.
 * Throws email_taken when there is an account whose address the provider has not verified,
 * email_needed when it says none, and invitation_needed.
 */
export async function accountOf(
  db: Db,
  services: Pick<Services, 'config' | 'now' | 'engine'>,
  person: OidcPerson,
  invitation: string | null,
): Promise<ProviderAccount> {
  // Only one account is the first, and only one is made of an identity.
  await services.engine.acquireLock(db, 'accounts');
  const { issuer, subject } = person;
  const known = await db
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (known) return { userId: known.user_id, outcome: 'known' };
  if (person.email === null) throw new AppError('email_needed');
  const account = await join(db, services, { ...person, email: person.email }, invitation);
  await db
    .insertInto('identities')
    .values({ issuer, subject, user_id: account.userId, created_at: services.now().toISOString() })
    .execute();
  return account;
}

async function join(
  db: Db,
  services: Pick<Services, 'config' | 'now' | 'engine'>,
  person: OidcPerson & { email: string },
  invitation: string | null,
): Promise<ProviderAccount> {
  const now = services.now();
  const existing = await findByEmail(db, person.email);
  if (existing === undefined) {
    await admit(db, services, { email: person.email, invitation: invitation ?? undefined });
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
  // Nobody has verified the address of the account: whoever made it may have waited for this, and still knows its
  // password. An administrator's stays: it was set by whoever runs the
  // library, and opens it when the provider does not.
  if (existing.roles.includes('"admin"')) return { userId: existing.id, outcome: 'joined' };
  await db.updateTable('users').set({ password_hash: '' }).where('id', '=', existing.id).execute();
  await removeFactors(db, existing.id);
  return { userId: existing.id, outcome: 'joined', passwordRemoved: existing.password_hash !== '' };
}
