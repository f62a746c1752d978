import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Invitation } from '@lectern/shared-contracts/api/admin.ts';
import type { Db } from '../../store/db.ts';
import { newestFirst, type Page, type PageQuery, readPage } from '../../store/paging/pages.ts';
import { canonicalEmail } from './users.ts';

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
  await db
    .insertInto('invitations')
    .values({ ...invitation, token_hash: hashOf(token) })
    .execute();
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
  const { numDeletedRows } = await db.deleteFrom('invitations').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
