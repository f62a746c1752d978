import { randomUUID } from 'node:crypto';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { AppError } from '../../../run/common/errors.ts';
import type { Db, Services } from '../../../run/services/services.ts';
import { addRows, changeRows, removeRows } from '../../../store/rows.ts';
import type { UploadsTable } from '../../../store/schema.ts';
import { storageUseOf } from '../../uploads/storageQuota.ts';
import { findLibrary } from './libraryZip.ts';

type Needs = Pick<Services, 'config' | 'db' | 'engine' | 'now'>;
type Upload = Pick<UploadsTable, 'id' | 'user_id' | 'filename' | 'size'>;

/** Libraries of one reader that are remembered, so that a later zip brings only what has changed. */
const mostRemembered = 5;

const busy = text(
  'Another calibre library is being added. Wait until it is done, then upload this one again.',
);

/**
 * Registers an upload as a library to be taken in, if it is a zip with one. A later zip of the same name is the same
 * library.
 * @returns whether it is
 * @throws AppError when it may not be unpacked, has no room, or another one is being taken in
 */
export async function receiveLibrary(services: Needs, upload: Upload, path: string): Promise<boolean> {
  if (!/\.zip$/i.test(upload.filename)) return false;
  const library = await findLibrary(path);
  if (library === null) return false;
  await services.engine.withLock(upload.user_id, async (trx) => {
    await requireRoomFor(services, trx, upload, library.bytes);
    await register(services, trx, upload);
  });
  return true;
}

/** The upload itself is counted, and is removed once it is taken in. */
async function requireRoomFor({ config }: Needs, trx: Db, upload: Upload, bytes: number): Promise<void> {
  const { bytesLeft } = await storageUseOf(trx, upload.user_id, config);
  if (bytes > bytesLeft + Number(upload.size)) throw new AppError('quota_exceeded');
}

async function register({ now }: Needs, trx: Db, { id, user_id, filename }: Upload): Promise<void> {
  const zips = await trx
    .selectFrom('folders')
    .select(['id', 'path', 'zip'])
    .where('user_id', '=', user_id)
    .where('kind', '=', 'zip')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  if (zips.some(({ zip }) => zip !== null && zip !== id)) throw new AppError('conflict', busy);
  const isNew = { state: 'new', problem: null, total: 0, done: 0, zip: id } as const;
  const known = zips.find(({ path }) => path === filename);
  if (known) {
    await changeRows(trx, 'folders', { id: known.id }, isNew);
    return;
  }
  for (const oldest of zips.slice(mostRemembered - 1)) await removeRows(trx, 'folders', { id: oldest.id });
  const row = { id: randomUUID(), user_id, path: filename, created_at: now().toISOString() };
  await addRows(trx, 'folders', { ...row, kind: 'zip', ...isNew, left_out_fields: '[]' });
}
