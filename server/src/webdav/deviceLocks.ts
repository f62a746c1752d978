import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { DavError } from '../common/errors.ts';
import type { Db } from '../store/db.ts';
import type { DeviceLocksTable } from '../store/deviceTables.ts';
import { isWithin, parentOf } from './davPath.ts';

export type DeviceLock = Selectable<DeviceLocksTable>;

/** Locks that one reader may hold at once. */
const mostLocks = 100;
/** Seconds that a lock is given at most; a client renews it. */
const longestLock = 3_600;

/** The locks of a reader that have not run out. */
export async function locksOf(db: Db, userId: string, now: Date): Promise<DeviceLock[]> {
  return db
    .selectFrom('device_locks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .orderBy('token')
    .execute();
}

/** Those that are on a path, by itself or from a folder above it. */
export const locksOn = (locks: readonly DeviceLock[], path: string) =>
  locks.filter((lock) => lock.path === path || (lock.is_deep === 1 && isWithin(path, lock.path)));

/**
 * Refuses a change of what somebody else has locked.
 * @param changed what is written; with `below`, all below it too; with `member`, its folder gets or loses a name
 * @throws DavError 423
 */
export function requireUnlocked(
  locks: readonly DeviceLock[],
  tokens: ReadonlySet<string>,
  path: string,
  { below = false, member = false } = {},
): void {
  const parent = parentOf(path);
  const concerned = [
    locksOn(locks, path),
    member && parent !== null ? locksOn(locks, parent) : [],
    ...(below
      ? locks.filter((lock) => lock.path !== path && isWithin(lock.path, path)).map((lock) => [lock])
      : []),
  ];
  // Of several shared locks it is enough to hold one.
  for (const some of concerned)
    if (some.length > 0 && !some.some(({ token }) => tokens.has(token)))
      throw new DavError(423, 'Another app has locked this.');
}

/** @throws DavError 423 when another lock stands in the way; 507 */
export async function addLock(
  db: Db,
  locks: readonly DeviceLock[],
  lock: Omit<DeviceLock, 'token'>,
): Promise<DeviceLock> {
  const inTheWay = [
    ...locksOn(locks, lock.path),
    ...(lock.is_deep === 1 ? locks.filter(({ path }) => isWithin(path, lock.path)) : []),
  ];
  if (inTheWay.some(({ is_exclusive }) => is_exclusive === 1 || lock.is_exclusive === 1))
    throw new DavError(423, 'Another app has locked this.');
  if (locks.length >= mostLocks) throw new DavError(507, 'There are too many locks.');
  const row = { ...lock, token: `urn:uuid:${randomUUID()}` };
  await db.insertInto('device_locks').values(row).execute();
  return row;
}

/** Removes the locks on a path and below it, and those that have run out. */
export async function removeLocks(db: Db, userId: string, path: string, now: Date): Promise<void> {
  const all = await db.selectFrom('device_locks').selectAll().where('user_id', '=', userId).execute();
  const gone = all.filter((lock) => isWithin(lock.path, path) || lock.expires_at <= now.toISOString());
  if (gone.length === 0) return;
  const tokens = gone.map(({ token }) => token);
  await db.deleteFrom('device_locks').where('token', 'in', tokens).execute();
}

/** @returns whether there was such a lock on the path */
export async function removeLock(db: Db, userId: string, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('device_locks')
    .where('user_id', '=', userId)
    .where('token', '=', token)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Seconds of the header Timeout (`Second-600`, `Infinite`), within what is given. */
export function secondsOf(header: string | undefined): number {
  const [, seconds] = /Second-(\d{1,10})/i.exec(header ?? '') ?? [];
  return seconds === undefined ? longestLock : Math.min(longestLock, Math.max(1, Number(seconds)));
}

/** Forgets locks that have run out. */
export async function forgetExpiredLocks(db: Db, now: Date): Promise<void> {
  await sql`delete from device_locks where expires_at <= ${now.toISOString()}`.execute(db);
}
