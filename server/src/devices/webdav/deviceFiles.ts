import { createHash, randomUUID } from 'node:crypto';
import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import { sql } from 'kysely';
import type { ByteRange } from '../../http/bodies/byteRange.ts';
import { DavError } from '../../run/common/errors.ts';
import type { Db } from '../../store/db.ts';
import type { DeviceFilesTable } from '../../store/deviceTables.ts';
import { addRows, changeRows, findRow, removeRows } from '../../store/rows.ts';
import { parentOf, requirePath } from './davPath.ts';

export type DeviceFile = DeviceFilesTable;

/** Maximum bytes per row of a file's content. */
const partBytes = 192 * 1024;

/** A file was written or deleted after its row was read. */
export class FileChanged extends Error {}

/** The resource at a path; undefined when there is none. */
export async function findFile(db: Db, userId: string, path: string): Promise<DeviceFile | undefined> {
  return findRow(db, 'device_files', { user_id: userId, path });
}

/** Direct children of a folder, by name. */
export async function childrenOf(db: Db, userId: string, folder: string): Promise<DeviceFile[]> {
  return db
    .selectFrom('device_files')
    .selectAll()
    .where('user_id', '=', userId)
    .where('parent', '=', folder)
    .orderBy('path')
    .execute();
}

/** A path and everything below it. */
export async function treeOf(db: Db, userId: string, path: string): Promise<DeviceFile[]> {
  let files = db.selectFrom('device_files').selectAll().where('user_id', '=', userId);
  if (path !== '')
    files = files.where((eb) =>
      // By code points: '0' follows '/'.
      eb.or([eb('path', '=', path), eb.and([eb('path', '>', `${path}/`), eb('path', '<', `${path}0`)])]),
    );
  return files.orderBy('path').execute();
}

/** @throws DavError 409 when the parent folder does not exist */
async function requireFolder(db: Db, userId: string, path: string): Promise<void> {
  const parent = parentOf(path);
  if (parent === null) throw new DavError(403, 'The folder itself cannot be replaced.');
  if (parent === '') return;
  const folder = await findFile(db, userId, parent);
  if (folder?.is_folder !== 1) throw new DavError(409, 'The folder for this is not there.');
}

/**
 * Writes a file; an existing one is replaced and keeps its properties.
 * @returns whether it is new
 * @throws DavError 409, 507
 */
export async function writeFile(
  db: Db,
  userId: string,
  path: string,
  bytes: Buffer,
  now: Date,
): Promise<{ file: DeviceFile; isNew: boolean }> {
  const before = await findFile(db, userId, path);
  if (before?.is_folder === 1) throw new DavError(409, 'There is a folder of this name.');
  await requireFolder(db, userId, path);
  await requireRoomFor(db, userId, before ? 0 : 1, bytes.length - (before?.size ?? 0));
  const etag = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const modified_at = now.toISOString();
  const file: DeviceFile = before
    ? { ...before, size: bytes.length, etag, modified_at }
    : newRow(userId, path, { is_folder: 0, size: bytes.length, etag, now });
  if (before) {
    await changeRows(db, 'device_files', { id: before.id }, { size: file.size, etag, modified_at });
    await removeRows(db, 'device_file_parts', { file_id: before.id });
  } else await addRows(db, 'device_files', file);
  for (let seq = 0; seq * partBytes < bytes.length; seq += 1) {
    const data = bytes.subarray(seq * partBytes, (seq + 1) * partBytes).toString('base64');
    await addRows(db, 'device_file_parts', { file_id: file.id, user_id: userId, seq, data });
  }
  return { file, isNew: before === undefined };
}

/**
 * The content of a file, or a range of it. Only the rows of the range are read.
 * @throws FileChanged when it is not the content of this row any more
 */
export async function readFile(
  db: Db,
  { id, size, etag }: Pick<DeviceFile, 'id' | 'size' | 'etag'>,
  { start, end }: ByteRange = { start: 0, end: size - 1 },
): Promise<Buffer> {
  const first = Math.floor(start / partBytes);
  const parts = await db
    .selectFrom('device_file_parts')
    .select('data')
    .where('file_id', '=', id)
    .where('seq', '>=', first)
    .where('seq', '<=', Math.floor(end / partBytes))
    // In one statement, which sees all of a write or nothing of it.
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('device_files').select('id').where('id', '=', id).where('etag', '=', etag)),
    )
    .orderBy('seq')
    .execute();
  const bytes = Buffer.concat(parts.map(({ data }) => Buffer.from(data, 'base64')));
  const range = bytes.subarray(start - first * partBytes, end + 1 - first * partBytes);
  if (range.length !== end - start + 1) throw new FileChanged();
  return range;
}

/** @throws DavError 409, 507 */
export async function makeFolder(db: Db, userId: string, path: string, now: Date): Promise<DeviceFile> {
  await requireFolder(db, userId, path);
  await requireRoomFor(db, userId, 1, 0);
  const row = newRow(userId, path, { is_folder: 1, size: 0, etag: '', now });
  await addRows(db, 'device_files', row);
  return row;
}

/** Removes a path and everything below it, with its locks. */
export async function removeTree(db: Db, userId: string, path: string): Promise<void> {
  const ids = (await treeOf(db, userId, path)).map(({ id }) => id);
  if (ids.length > 0) await removeRows(db, 'device_files', { id: ids });
}

/**
 * Copies a path, with everything below it by default.
 * @throws DavError 400, 409, 507
 */
export async function copyTree(
  db: Db,
  userId: string,
  { from, to, isShallow, now }: { from: string; to: string; isShallow: boolean; now: Date },
): Promise<void> {
  await requireFolder(db, userId, to);
  const tree = await treeOf(db, userId, from);
  const copied = isShallow ? tree.filter(({ path }) => path === from) : tree;
  const bytes = copied.reduce((sum, { size }) => sum + size, 0);
  await requireRoomFor(db, userId, copied.length, bytes);
  for (const file of copied) {
    const path = to + file.path.slice(from.length);
    requirePath(path.split('/'));
    const row = { ...newRow(userId, path, { ...file, now }), properties: file.properties };
    await addRows(db, 'device_files', row);
    await sql`insert into device_file_parts (file_id, user_id, seq, data)
      select ${row.id}, user_id, seq, data from device_file_parts where file_id = ${file.id}`.execute(db);
  }
}

/**
 * Moves a path and everything below it.
 * @throws DavError 400, 409
 */
export async function moveTree(db: Db, userId: string, from: string, to: string): Promise<void> {
  await requireFolder(db, userId, to);
  for (const { id, path } of await treeOf(db, userId, from)) {
    const moved = to + path.slice(from.length);
    requirePath(moved.split('/'));
    await changeRows(db, 'device_files', { id }, { path: moved, parent: parentOf(moved) ?? '' });
  }
}

function newRow(
  user_id: string,
  path: string,
  { is_folder, size, etag, now }: { is_folder: number; size: number; etag: string; now: Date },
): DeviceFile {
  const moment = now.toISOString();
  return {
    id: randomUUID(),
    user_id,
    path,
    parent: parentOf(path) ?? '',
    is_folder,
    size,
    etag,
    properties: '{}',
    created_at: moment,
    modified_at: moment,
  };
}

async function requireRoomFor(db: Db, userId: string, rows: number, bytes: number): Promise<void> {
  if (rows <= 0 && bytes <= 0) return;
  const has = await db
    .selectFrom('device_files')
    .select((eb) => [eb.fn.countAll<number>().as('rows'), eb.fn.sum<number | null>('size').as('bytes')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const most = limits.deviceFiles;
  if (Number(has.rows) + rows > most.rows || Number(has.bytes ?? 0) + bytes > most.bytes)
    throw new DavError(507, 'The folder for your devices is full: 1,000 files, or 64 MB.');
}
