import type { Account } from '@lectern/shared-contracts/api/admin.ts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { removeStaged } from '../../intake/uploads/ownUpload.ts';
import { AppError } from '../../run/common/errors.ts';
import type { ErrorLog } from '../../run/common/runInBackground.ts';
import type { Services } from '../../run/services/services.ts';
import { tryPendingBlobDeletes } from '../../store/blobs/pendingBlobDeletes.ts';
import type { Db } from '../../store/db.ts';
import { countOf } from '../../store/ownRows.ts';
import { byText, type Page, type PageQuery, readPage } from '../../store/paging/pages.ts';
import { findRow } from '../../store/rows.ts';
import { endAllSessions } from '../auth/credentials/refreshTokens.ts';
import { deleteUser } from '../auth/users.ts';
import { anonymizeEvents } from '../security/storedEvents.ts';

const oldestFirst = {
  order: byText('created_at', 'id'),
  direction: 'asc',
  columns: ['name', 'email', 'roles', 'created_at', 'suspended_at', 'quota_bytes'],
} as const;

/** Accounts with the storage they use, oldest first. */
export async function accounts(db: Db, query: PageQuery, now: Date): Promise<{ page: Page; total: number }> {
  const from = db.selectFrom('users');
  const page = await readPage(query, { from, ...oldestFirst }, async (rows) => {
    const storedOf = await storedBy(
      db,
      rows.map(({ id }) => id),
      now,
    );
    return rows.map(
      ({ id, name, email, roles, created_at, suspended_at, quota_bytes }): Account => ({
        id,
        name,
        email,
        created_at,
        suspended_at,
        quota_bytes: quota_bytes === null ? null : Number(quota_bytes),
        roles: JSON.parse(roles),
        ...(storedOf.get(id) ?? { last_seen: null, books: 0, bytes: 0 }),
      }),
    );
  });
  return { page, total: await countOf(from) };
}

/** When each account was last active, and the storage it uses. */
async function storedBy(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Pick<Account, 'last_seen' | 'books' | 'bytes'>>> {
  // PostgreSQL does not accept an empty list.
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select((eb) => [
      'id',
      eb
        .selectFrom('refresh_tokens')
        .select(({ fn }) => fn.max('refresh_tokens.created_at').as('at'))
        .whereRef('refresh_tokens.user_id', '=', 'users.id')
        .where('refresh_tokens.expires_at', '>', now.toISOString())
        .as('last_seen'),
      eb
        .selectFrom('books')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('books.user_id', '=', 'users.id')
        .as('books'),
      eb
        .selectFrom('books')
        .select(
          sql`coalesce(sum(file_size + extra_bytes), 0) + coalesce((
            select sum(file_size + extra_bytes) from book_files where book_files.user_id = users.id
          ), 0)`.as('bytes'),
        )
        .whereRef('books.user_id', '=', 'users.id')
        .as('bytes'),
    ])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, last_seen, books, bytes }) => [
      id,
      { last_seen, books: Number(books), bytes: Number(bytes) },
    ]),
  );
}

/**
 * Grants or revokes the administrator role.
 * @returns false when nothing changed
 * @throws AppError not_found; conflict for a suspended account; last_administrator when no administrator would be
 * left
 */
export async function setAdmin(db: Db, userId: string, admin: boolean): Promise<boolean> {
  const user = await accountOf(db, userId);
  if (admin && user.suspended_at !== null)
    throw new AppError('conflict', 'This account is suspended. End that first.');
  if (!admin) await refuseLastAdministrator(db, userId);
  const others = (JSON.parse(user.roles) as string[]).filter((role) => role !== 'admin');
  await db
    .updateTable('users')
    .set({ roles: JSON.stringify(admin ? ['admin', ...others] : others) })
    .where('id', '=', userId)
    .execute();
  return isAdmin(user) !== admin;
}

/** @throws AppError not_found */
export async function accountOf(db: Db, id: string) {
  const user = await findRow(db, 'users', { id }, ['roles', 'suspended_at']);
  if (!user) throw new AppError('not_found');
  return user;
}

/**
 * Suspends an account or lifts the suspension. A suspended user is signed out and devices are refused; the data
 * stays.
 * @returns false when nothing changed
 * @throws AppError not_found; conflict for an administrator
 */
export async function setSuspended(db: Db, userId: string, suspended: boolean, now: Date): Promise<boolean> {
  const user = await accountOf(db, userId);
  if (suspended && isAdmin(user))
    throw new AppError('conflict', 'This is an administrator. Take that role away first.');
  if ((user.suspended_at !== null) === suspended) return false;
  const suspended_at = suspended ? now.toISOString() : null;
  await db.updateTable('users').set({ suspended_at }).where('id', '=', userId).execute();
  if (suspended) await endAllSessions(db, userId, now);
  return true;
}

/**
 * @param bytes null for the default quota
 * @throws AppError not_found
 */
export async function setQuota(db: Db, userId: string, bytes: number | null): Promise<void> {
  await accountOf(db, userId);
  await db.updateTable('users').set({ quota_bytes: bytes }).where('id', '=', userId).execute();
}

const isAdmin = ({ roles }: { roles: string }) => (JSON.parse(roles) as string[]).includes('admin');

/**
 * Call it in a transaction that holds the lock 'accounts', so that two administrators cannot leave at once.
 * @throws AppError last_administrator when this is the only administrator and there are other users
 */
async function refuseLastAdministrator(db: Db, userId: string): Promise<void> {
  const administrators = await db
    .selectFrom('users')
    .select(['id', 'roles'])
    .where('roles', 'like', '%"admin"%')
    .execute();
  if (!administrators.some(({ id }) => id === userId)) return;
  if (administrators.some(({ id }) => id !== userId)) return;
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('id', '!=', userId)
    .limit(1)
    .executeTakeFirst();
  if (other) throw new AppError('last_administrator');
}

/**
 * Deletes an account with its rows and files. The security log keeps a pseudonym in its place.
 * @throws AppError last_administrator when no administrator would be left while there are other users
 */
export async function removeAccount(
  services: Services,
  userId: string,
  { request, by }: { request: FastifyRequest; by: 'reader' | 'administrator' },
): Promise<void> {
  const pseudonym = services.securityLog.pseudonym(userId);
  // Flush first, so that events still in the buffer are found below.
  await services.securityLog.flush();
  const uploads = await services.db.transaction().execute(async (db) => {
    await services.engine.acquireLock(db, 'accounts');
    await services.engine.acquireLock(db, userId);
    await refuseLastAdministrator(db, userId);
    // No other is begun before the account is gone.
    const begun = await db.selectFrom('uploads').select('id').where('user_id', '=', userId).execute();
    await deleteUser(db, userId, services.now());
    await anonymizeEvents(db, userId, pseudonym);
    return begun;
  });
  await anonymizeLateEvents(services, userId, request.log);
  const source = by === 'reader' ? { ip: request.ip, headers: request.headers, signedIn: null } : request;
  services.securityLog.record(source, 'user_deleted', pseudonym, { by });
  for (const { id } of uploads) await removeStaged(services, id, request.log);
  await tryPendingBlobDeletes(services, request.log);
}

/** Events of requests that were under way meanwhile. The account is deleted already, so errors are only logged. */
async function anonymizeLateEvents(
  { db, securityLog }: Services,
  userId: string,
  log: ErrorLog,
): Promise<void> {
  try {
    await securityLog.flush();
    await anonymizeEvents(db, userId, securityLog.pseudonym(userId));
  } catch (err) {
    log.error({ err }, 'events of a deleted account still name it');
  }
}
