import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Invitation, Registration } from '@lectern/shared-contracts/api/admin.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { newestFirst, type Page, type PageQuery, readPage } from '../../store/paging/pages.ts';
import { addRows, removeRows } from '../../store/rows.ts';
import { readSetting, writeSetting } from '../../store/settings.ts';
import { canonicalEmail } from './users.ts';

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

const days = 7;

const hashOf = (token: string) => createHash('sha256').update(`invitation\n${token}`).digest('hex');

/** Creates an invitation, valid for seven days and one account. Only a hash of its token is stored. */
export async function issueInvitation(
  db: Db,
  email: string | undefined,
  now: Date,
): Promise<{ invitation: Invitation; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const invitation = {
    id: randomUUID(),
    email: email === undefined ? null : canonicalEmail(email),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + days * 86_400_000).toISOString(),
  };
  await addRows(db, 'invitations', { ...invitation, token_hash: hashOf(token) });
  return { invitation, token };
}

/**
 * Consumes an invitation.
 * @returns false when it is unknown, expired, used, or for another address
 */
export async function consumeInvitation(db: Db, token: string, email: string, now: Date): Promise<boolean> {
  const used = await db
    .deleteFrom('invitations')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now.toISOString())
    .where((eb) => eb.or([eb('email', 'is', null), eb('email', '=', canonicalEmail(email))]))
    .executeTakeFirst();
  return used.numDeletedRows > 0n;
}

/** Whether an invitation can be used with this address; it is not consumed. */
export async function isInvited(
  db: Db,
  { invitation, email }: { invitation?: string | undefined; email: string },
  now: Date,
): Promise<boolean> {
  if (invitation === undefined) return false;
  const open = await db
    .selectFrom('invitations')
    .select('id')
    .where('token_hash', '=', hashOf(invitation))
    .where('expires_at', '>', now.toISOString())
    .where((eb) => eb.or([eb('email', 'is', null), eb('email', '=', canonicalEmail(email))]))
    .executeTakeFirst();
  return open !== undefined;
}

/** Newest first. */
export function openInvitations(db: Db, query: PageQuery, now: Date): Promise<Page> {
  const from = db.selectFrom('invitations').where('expires_at', '>', now.toISOString());
  return readPage(
    query,
    {
      from,
      order: newestFirst.order,
      direction: newestFirst.direction,
      columns: ['email', 'created_at', 'expires_at'],
    },
    (rows): Invitation[] => rows,
  );
}

export async function revokeInvitation(db: Db, id: string): Promise<boolean> {
  return (await removeRows(db, 'invitations', { id })) > 0;
}
