import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import { requireOpenSignIn, userOf } from '../../http/api/authenticate.ts';
import { AppError, DavError } from '../../run/common/errors.ts';
import { changeAndNotify } from '../../store/changes/revisions.ts';
import { changeRows } from '../../store/rows.ts';
import { allowedOn, isWithin } from './davPath.ts';
import { multistatus, patchProperties } from './davProperties.ts';
import { bytesOfBody, checkConditions, type DavMethod, xmlBodyOf } from './davRequest.ts';
import { copyTree, findFile, makeFolder, moveTree, removeTree, writeFile } from './deviceFiles.ts';
import { removeLocks, requireUnlocked } from './deviceLocks.ts';
import { isForHighlights } from './highlightFiles.ts';
import { importHighlights } from './importHighlights.ts';
import { importPageTimes } from './importPageTimes.ts';
import { isStatistics, mergeStatistics } from './ownPageTimes.ts';

/** @throws DavError 403 where only the library writes */
function refuseHighlights(path: string): void {
  if (isForHighlights(path)) throw new DavError(403, 'What is in this folder is written by the library.');
}

/** PUT. */
export const putFile: DavMethod = async (services, dav, request) => {
  const { body, log } = request;
  const { userId, path, isFolderAddress, now, tokens } = dav;
  if (path === '' || isFolderAddress) throw new DavError(409, 'This is the address of a folder.');
  // curl and others resume an upload by sending the rest: it must not replace the whole (RFC 9110, 14.5).
  if (dav.header('content-range') !== undefined)
    throw new DavError(400, 'A part of a file cannot be written. Send the whole file.');
  refuseHighlights(path);
  const bytes = await bytesOfBody(body, limits.deviceFile);
  await requireOpenSignIn(services, userOf(request));
  const hasMerged = dav.header('if-match') !== undefined;
  const statistics = isStatistics(path) ? await mergeStatistics(services, userId, bytes, hasMerged) : null;
  const areasOf = ({ hasTimes }: { hasTimes: boolean }) =>
    hasTimes ? (['sessions', 'gamification'] as const) : [];
  const { file, isNew } = await changeAndNotify(services, userId, areasOf, async (db) => {
    const before = await findFile(db, userId, path);
    const locks = await checkConditions(db, dav, before);
    requireUnlocked(locks, tokens, path, { member: before === undefined });
    const written = await writeFile(db, userId, path, statistics?.bytes ?? bytes, now);
    const hasTimes = statistics !== null && (await importPageTimes(db, userId, statistics.times, now));
    return { ...written, hasTimes };
  });
  // Importing its content is optional: the file is kept in any case.
  if (path.endsWith('.json'))
    await importHighlights(services, userId, bytes).catch((err: unknown) =>
      log.error({ err }, 'highlights of a device could not be imported'),
    );
  return { status: isNew ? 201 : 204, headers: { etag: `"${file.etag}"` } };
};

/** MKCOL. */
export const makeCollection: DavMethod = async ({ engine }, dav) => {
  const { userId, path, now, tokens } = dav;
  // A body is not supported (RFC 4918, 9.3).
  const hasBody =
    Number(dav.header('content-length') ?? 0) > 0 || dav.header('transfer-encoding') !== undefined;
  if (hasBody) throw new AppError('unsupported_media_type');
  refuseHighlights(path);
  await engine.withLock(userId, async (db) => {
    const before = path === '' ? undefined : await findFile(db, userId, path);
    const locks = await checkConditions(db, dav, before);
    if (before || path === '')
      throw new DavError(405, 'There is something of this name.', { allow: allowedOn(path, before) });
    requireUnlocked(locks, tokens, path, { member: true });
    await makeFolder(db, userId, path, now);
  });
  return { status: 201 };
};

/** DELETE of a path with everything below it. */
export const deletePath: DavMethod = async ({ engine }, dav) => {
  const { userId, path, now, tokens, header } = dav;
  if (path === '') throw new DavError(403, 'The folder itself cannot be deleted.');
  await engine.withLock(userId, async (db) => {
    const before = await findFile(db, userId, path);
    if (before === undefined) throw new AppError('not_found');
    const locks = await checkConditions(db, dav, before);
    if (before.is_folder === 1 && !['infinity', undefined].includes(header('depth')?.toLowerCase()))
      throw new DavError(400, 'A folder is deleted with all that is in it.');
    requireUnlocked(locks, tokens, path, { below: true, member: true });
    await removeTree(db, userId, path);
    await removeLocks(db, userId, path, now);
  });
  return { status: 204 };
};

/** COPY and MOVE. Replaces the destination, unless Overwrite is F. */
export const copyOrMove: DavMethod = async ({ engine }, dav, { method }) => {
  const { userId, path, now, tokens, header } = dav;
  const to = dav.destination();
  const isMove = method === 'MOVE';
  if (path === '' || to === '' || isWithin(to, path) || (isWithin(path, to) && path !== to))
    throw new DavError(403, 'A folder cannot be copied or moved into itself.');
  refuseHighlights(to);
  const replaced = await engine.withLock(userId, async (db) => {
    const source = await findFile(db, userId, path);
    if (source === undefined) throw new AppError('not_found');
    const locks = await checkConditions(db, dav, source);
    const target = await findFile(db, userId, to);
    if (target && header('overwrite')?.toUpperCase() === 'F')
      throw new DavError(412, 'This was changed in the meantime.');
    if (isMove) requireUnlocked(locks, tokens, path, { below: true, member: true });
    requireUnlocked(locks, tokens, to, { below: true, member: target === undefined });
    if (target) await removeTree(db, userId, to);
    if (isMove) {
      await moveTree(db, userId, path, to);
      await removeLocks(db, userId, path, now);
    } else await copyTree(db, userId, { from: path, to, isShallow: header('depth') === '0', now });
    return target !== undefined;
  });
  return { status: replaced ? 204 : 201 };
};

/** PROPPATCH. */
export const proppatch: DavMethod = async ({ engine }, dav, request) => {
  const { userId, path, tokens } = dav;
  const body = await xmlBodyOf(request);
  if (body === null) throw new AppError('malformed_request');
  if (path === '') throw new DavError(403, 'The folder itself has no properties of yours.');
  const response = await engine.withLock(userId, async (db) => {
    const file = await findFile(db, userId, path);
    if (file === undefined) throw new AppError('not_found');
    const locks = await checkConditions(db, dav, file);
    requireUnlocked(locks, tokens, path);
    const patched = patchProperties(file, body);
    if (patched.properties !== null)
      await changeRows(db, 'device_files', { id: file.id }, { properties: patched.properties });
    return patched.response;
  });
  return { status: 207, body: multistatus([response]) };
};
