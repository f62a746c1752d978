import { AppError, DavError } from '../../run/common/errors.ts';
import { activeLock } from './davProperties.ts';
import { checkConditions, type DavAnswer, type DavMethod, xmlBodyOf } from './davRequest.ts';
import { childElements, type DavElement, davChildren, davNamespace, serialize } from './davXml.ts';
import { findFile, writeFile } from './deviceFiles.ts';
import { addLock, type DeviceLock, locksOn, removeLock, requireUnlocked, secondsOf } from './deviceLocks.ts';

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
