import type { Account } from '@lectern/shared-contracts/api/admin.ts';
import { sql } from 'kysely';
import { AppError } from '../errors.ts';
import type { Db } from '../services.ts';

/** Accounts with what they store, the oldest first. */
export async function accounts(
  db: Db,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
): Promise<{ items: Account[]; total: number }> {
  const rows = await db
    .selectFrom('users')
    .select((eb) => [
      'id',
      'name',
      'email',
      'roles',
      'created_at',
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
        .select(sql`coalesce(sum(file_size), 0)`.as('bytes'))
        .whereRef('books.user_id', '=', 'users.id')
        .as('bytes'),
    ])
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const items = rows.map((row) => ({
    ...row,
    roles: JSON.parse(row.roles) as string[],
    books: Number(row.books),
    bytes: Number(row.bytes),
  }));
  return { items, total: Number(total) };
}

/**
 * Gives or takes the role. Throws not_found, and last_administrator when nobody would be left who has it.
 * @returns false when it was so already
 */
export async function setAdmin(db: Db, userId: string, admin: boolean): Promise<boolean> {
  const rows = await db.selectFrom('users').select(['id', 'roles']).execute();
  const isAdmin = ({ roles }: { roles: string }) => (JSON.parse(roles) as string[]).includes('admin');
  const user = rows.find(({ id }) => id === userId);
  if (!user) throw new AppError('not_found');
  if (!admin && !rows.some((row) => row.id !== userId && isAdmin(row)))
    throw new AppError('last_administrator');
  const others = (JSON.parse(user.roles) as string[]).filter((role) => role !== 'admin');
  await db
    .updateTable('users')
    .set({ roles: JSON.stringify(admin ? ['admin', ...others] : others) })
    .where('id', '=', userId)
    .execute();
  return isAdmin(user) !== admin;
}
