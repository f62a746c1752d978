import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import type { PageTime } from '../statistics/statisticsFile.ts';
import { findFile, readFile, writeFile } from './deviceFiles.ts';
import { locksOf, locksOn } from './deviceLocks.ts';
import { knownPageTimes, recordPageTimes } from './ownPageTimes.ts';

/** KOReader's statistics file, in any folder. */
export const isStatistics = (path: string) => /(^|\/)statistics\.sqlite3$/.test(path);

/** A statistics file from a device, merged with our data. */
export interface MergedStatistics {
  bytes: Buffer;
  /** Page times that the device has sent. */
  times: PageTime[];
}

/**
 * Adds the reading sessions of this library to a statistics file.
 * @param hasMerged whether the device has merged the stored file, which it states by If-Match. Otherwise data of
 * other devices is added too, so that no row is lost.
 * @returns null for an invalid file, which is stored unchanged
 */
export async function mergeStatistics(
  services: Services,
  userId: string,
  bytes: Buffer,
  hasMerged: boolean,
): Promise<MergedStatistics | null> {
  await services.engine.withLock(userId, (db) => recordPageTimes(db, userId));
  const add = await knownPageTimes(services.db, userId, hasMerged ? 'own' : 'all');
  const answer = await services.statistics.read(userId, { file: bytes, wantsTimes: true }, add);
  return answer && { bytes: answer.added > 0 ? Buffer.from(answer.file) : bytes, times: answer.times };
}

/** Adds sessions that have ended since to a stored statistics file. */
export async function updateStatistics(services: Services, userId: string, path: string): Promise<void> {
  const loaded = await services.engine.withLock(userId, async (db) => {
    if (!(await recordPageTimes(db, userId))) return null;
    const file = await findUnlocked(db, services.now(), userId, path);
    return file && { file, bytes: await readFile(db, file) };
  });
  if (!loaded) return;
  const { file, bytes } = loaded;
  const add = await knownPageTimes(services.db, userId, 'own');
  const answer = await services.statistics.read(userId, { file: bytes, wantsTimes: false }, add);
  if (answer === null || answer.added === 0) return;
  await services.engine.withLock(userId, async (db) => {
    const now = await findUnlocked(db, services.now(), userId, path);
    // If a device has written meanwhile, its write was merged already.
    if (now?.etag === file.etag) await writeFile(db, userId, path, Buffer.from(answer.file), services.now());
  });
}

async function findUnlocked(db: Db, now: Date, userId: string, path: string) {
  const file = await findFile(db, userId, path);
  const locks = locksOn(await locksOf(db, userId, now), path);
  return file?.is_folder === 0 && locks.length === 0 ? file : null;
}
