import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { AppError, DavError } from '../../run/common/errors.ts';
import type { Db } from '../../store/db.ts';
import type { DeviceLocksTable } from '../../store/deviceTables.ts';
import { isWithin, parentOf } from './davPath.ts';
import { activeLock } from './davProperties.ts';
import { checkConditions, type DavAnswer, type DavMethod, xmlBodyOf } from './davRequest.ts';
import { childElements, type DavElement, davChildren, davNamespace, serialize } from './davXml.ts';
import { findFile, writeFile } from './deviceFiles.ts';

export type DeviceLock = Selectable<DeviceLocksTable>;

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
async function addLock(
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
  await db.deleteFrom('device_locks').where('token', 'in', tokens).execute();
}

/** @returns whether there was such a lock on the path */
async function removeLock(db: Db, userId: string, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('device_locks')
    .where('user_id', '=', userId)
    .where('token', '=', token)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Seconds of the Timeout header (`Second-600`, `Infinite`), within the maximum. */
function secondsOf(header: string | undefined): number {
  const [, seconds] = /Second-(\d{1,10})/i.exec(header ?? '') ?? [];
  return seconds === undefined ? maxLockSeconds : Math.min(maxLockSeconds, Math.max(1, Number(seconds)));
}

/** Maximum characters of a client's owner element. */
const maxOwnerLength = 2_000;

/** LOCK: creates a lock (with an empty file if there is none); without a body, refreshes one. */
export const lockPath: DavMethod = async ({ engine }, dav, request) => {
  const body = await xmlBodyOf(request);
  const { userId, path, now, tokens, header } = dav;
  const depth = (header('depth') ?? 'infinity').toLowerCase();
  if (!['0', 'infinity'].includes(depth)) throw new AppError('malformed_request');
  const expires_at = new Date(now.getTime() + secondsOf(header('timeout')) * 1_000).toISOString();
  return engine.withLock(userId, async (db) => {
    const file = path === '' ? undefined : await findFile(db, userId, path);
    const locks = await checkConditions(db, dav, file);
    if (body === null) {
      const lock = locksOn(locks, path).find(({ token }) => tokens.has(token));
      if (lock === undefined) throw new DavError(412, 'This was changed in the meantime.');
      await db.updateTable('device_locks').set({ expires_at }).where('token', '=', lock.token).execute();
      return lockAnswer(200, { ...lock, expires_at });
    }
    const { isExclusive, owner } = wantedLock(body);
    const isNew = path !== '' && file === undefined;
    if (isNew) {
      requireUnlocked(locks, tokens, path, { member: true });
      await writeFile(db, userId, path, Buffer.alloc(0), now);
    }
    const lock = await addLock(db, locks, {
      user_id: userId,
      path,
      is_deep: depth === 'infinity' ? 1 : 0,
      is_exclusive: isExclusive ? 1 : 0,
      owner,
      expires_at,
    });
    return lockAnswer(isNew ? 201 : 200, lock);
  });
};

/** UNLOCK. */
export const unlockPath: DavMethod = async ({ engine }, dav) => {
  const { userId, path } = dav;
  const [, token] = /^\s*<([^<>]+)>\s*$/.exec(dav.header('lock-token') ?? '') ?? [];
  if (token === undefined) throw new DavError(400, 'The header Lock-Token is missing.');
  await engine.withLock(userId, async (db) => {
    const locks = await checkConditions(db, dav, path === '' ? undefined : await findFile(db, userId, path));
    if (!locksOn(locks, path).some((lock) => lock.token === token))
      throw new DavError(409, 'There is no such lock here.');
    await removeLock(db, userId, token);
  });
  return { status: 204 };
};

function lockAnswer(status: number, lock: DeviceLock): DavAnswer {
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<D:prop xmlns:D="DAV:"><D:lockdiscovery>${activeLock(lock)}</D:lockdiscovery></D:prop>`;
  return { status, headers: { 'lock-token': `<${lock.token}>` }, body };
}

function wantedLock(body: DavElement): { isExclusive: boolean; owner: string } {
  const [scope] = davChildren(body, 'lockscope');
  const [type] = davChildren(body, 'locktype');
  if (body.namespace !== davNamespace || body.name !== 'lockinfo' || !scope || !type)
    throw new AppError('malformed_request');
  const isExclusive = davChildren(scope, 'exclusive').length > 0;
  const isKnown = isExclusive || davChildren(scope, 'shared').length > 0;
  if (!isKnown || childElements(type)[0]?.name !== 'write') throw new AppError('malformed_request');
  const [element] = davChildren(body, 'owner');
  const owner = element ? serialize(element) : '';
  return { isExclusive, owner: owner.length > maxOwnerLength ? '' : owner };
}
