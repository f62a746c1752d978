import { randomBytes, randomUUID } from 'node:crypto';
import type { Profile, User } from '@lectern/shared-contracts/api/auth.ts';
import { sql } from 'kysely';
import { AppError } from '../../run/common/errors.ts';
import type { Db } from '../../store/db.ts';
import type { UsersTable } from '../../store/schema.ts';

type Row = UsersTable;

export const asUser = ({ id, name, email, avatar, roles }: Row): User => ({
  id,
  name,
  email,
  avatar,
  roles: JSON.parse(roles),
});

export const asProfile = (row: Row): Profile => ({
  ...asUser(row),
  time_zone: row.time_zone,
  created_at: row.created_at,
  preferences: JSON.parse(row.preferences),
  has_password: row.password_hash !== '',
});

/** The form in which addresses are stored and compared. */
export const canonicalEmail = (email: string) => email.normalize('NFC').toLowerCase();

/** The time zone if it is valid, else UTC. */
export function knownTimeZone(name: string | undefined): string {
  // Checked first, because looking up zones loads some megabytes of tables.
  if (name === undefined) return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/**
 * Adds an account. The first one becomes administrator.
 * @throws AppError email_taken
 */
export async function addUser(
  db: Db,
  {
    email,
    name,
    passwordHash,
    timeZone,
    now,
  }: { email: string; name: string; passwordHash: string; timeZone: string; now: Date },
): Promise<string> {
  const id = randomUUID();
  const anyone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  const { numInsertedOrUpdatedRows: added } = await db
    .insertInto('users')
    .values({
      id,
      email: canonicalEmail(email),
      name: name.trim(),
      avatar: null,
      password_hash: passwordHash,
      roles: JSON.stringify(anyone ? ['user'] : ['admin', 'user']),
      time_zone: timeZone,
      preferences: '{}',
      seal_key: null,
      tokens_valid_from: 0,
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow();
  if (!added) throw new AppError('email_taken');
  return id;
}

/** @throws when there is no such account */
export async function userRow(db: Db, id: string): Promise<Row> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function findByEmail(db: Db, email: string): Promise<Row | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', canonicalEmail(email)).executeTakeFirst();
}

/** Deletes an account with all its data; its files are scheduled for deletion in the same transaction. */
export async function deleteUser(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .insertInto('pending_blob_deletes')
    .columns(['prefix', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('books')
        .select([
          sql<string>`'books/' || id || '/'`.as('prefix'),
          sql<string>`${now.toISOString()}`.as('created_at'),
        ])
        .where('user_id', '=', userId),
    )
    .execute();
  await db.deleteFrom('users').where('id', '=', userId).execute();
}

/**
 * The key that encrypts this user's unsent writes in browsers while nobody is signed in (docs/decisions.md).
 * It is created on first use and deleted with the account. Call it in a transaction that holds the user's lock.
 * @returns 32 random bytes in base64url
 */
export async function sealKeyOf(db: Db, userId: string): Promise<string> {
  const { seal_key: storedKey } = await db
    .selectFrom('users')
    .select('seal_key')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (storedKey !== null) return storedKey;
  const key = randomBytes(32).toString('base64url');
  await db.updateTable('users').set({ seal_key: key }).where('id', '=', userId).execute();
  return key;
}
