import { randomUUID } from 'node:crypto';
import { DavError } from '../../run/common/errors.ts';
import type { Db } from '../../store/db.ts';
import type { DeviceLocksTable } from '../../store/deviceTables.ts';
import { removeRows } from '../../store/rows.ts';
import { isWithin, parentOf } from './davPath.ts';

export type DeviceLock = DeviceLocksTable;

/** Locks per user. */
const maxLocks = 100;
/** Maximum timeout of a lock in seconds; clients refresh it. */
const maxLockSeconds = 3_600;

/** The user's locks that have not expired. */
export async function locksOf(db: Db, userId: string, now: Date): Promise<DeviceLock[]> {
  return db
    .selectFrom('device_locks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .orderBy('token')
    .execute();
}

/** Locks on a path, direct or inherited from a folder. */
export const locksOn = (locks: readonly DeviceLock[], path: string) =>
  locks.filter((lock) => lock.path === path || (lock.is_deep === 1 && isWithin(path, lock.path)));

/**
 * Refuses to change what another client has locked.
 * @param path is written
 * @param options.below with everything below it
 * @param options.member its folder gains or loses a member
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
  // One of several shared locks is enough.
  for (const some of concerned)
    if (some.length > 0 && !some.some(({ token }) => tokens.has(token)))
      throw new DavError(423, 'Another app has locked this.');
}

/** @throws DavError 423 when there is a conflicting lock; 507 */
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
  if (locks.length >= maxLocks) throw new DavError(507, 'There are too many locks.');
  const row = { ...lock, token: `urn:uuid:${randomUUID()}` };
  await db.insertInto('device_locks').values(row).execute();
  return row;
}

/** Removes the locks on a path and below it, and expired ones. */
export async function removeLocks(db: Db, userId: string, path: string, now: Date): Promise<void> {
  const all = await db.selectFrom('device_locks').selectAll().where('user_id', '=', userId).execute();
  const ended = all.filter((lock) => isWithin(lock.path, path) || lock.expires_at <= now.toISOString());
  if (ended.length === 0) return;
  const tokens = ended.map(({ token }) => token);
  await removeRows(db, 'device_locks', { token: tokens });
}

/** @returns whether there was such a lock on the path */
export async function removeLock(db: Db, userId: string, token: string): Promise<boolean> {
  return (await removeRows(db, 'device_locks', { user_id: userId, token })) > 0;
}

/** Seconds of the Timeout header (`Second-600`, `Infinite`), within the maximum. */
export function secondsOf(header: string | undefined): number {
  const [, seconds] = /Second-(\d{1,10})/i.exec(header ?? '') ?? [];
  return seconds === undefined ? maxLockSeconds : Math.min(maxLockSeconds, Math.max(1, Number(seconds)));
}
