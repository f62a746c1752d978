import type { Services } from '../services/services.ts';
import type { PageTime } from '../statistics/statisticsFile.ts';
import type { Db } from '../store/db.ts';
import { findFile, readFile, writeFile } from './deviceFiles.ts';
import { locksOf, locksOn } from './deviceLocks.ts';
import { knownPageTimes, notePageTimes } from './ownPageTimes.ts';

/** KOReader's file of reading statistics, in whatever folder. */
export const isStatistics = (path: string) => /(^|\/)statistics\.sqlite3$/.test(path);

/** A statistics file that a device sends, with what it does not know yet. */
export interface MergedStatistics {
  bytes: Buffer;
  /** What the device has sent. */
  times: PageTime[];
}

/**
 * Adds to a statistics file the reading sessions of this library.
 * @param hasMerged whether the device has merged what is stored: it says so by If-Match. Otherwise what other devices
 *   have sent is added as well, so that no row is lost.
 * @returns null for a file that is none; it is kept as it is
 */
export async function mergeStatistics(
  services: Services,
  userId: string,
  bytes: Buffer,
  hasMerged: boolean,
): Promise<MergedStatistics | null> {
  const add = await services.engine.withLock(userId, async (db) => {
    await notePageTimes(db, userId);
    return knownPageTimes(db, userId, hasMerged ? 'own' : 'all');
  });
  const answer = await services.statistics.read(userId, { file: bytes, add });
  return answer && { bytes: answer.added > 0 ? Buffer.from(answer.file) : bytes, times: answer.times };
}

/** Brings a stored statistics file up to the reading sessions that have ended since. */
export async function updateStatistics(services: Services, userId: string, path: string): Promise<void> {
  const found = await services.engine.withLock(userId, async (db) => {
    if (!(await notePageTimes(db, userId))) return null;
    const file = await findUnlocked(db, services.now(), userId, path);
    return file && { file, bytes: await readFile(db, file), add: await knownPageTimes(db, userId, 'own') };
  });
  if (!found) return;
  const { file, bytes, add } = found;
  const answer = await services.statistics.read(userId, { file: bytes, add });
  if (answer === null || answer.added === 0) return;
  await services.engine.withLock(userId, async (db) => {
    const now = await findUnlocked(db, services.now(), userId, path);
    // A device that was faster has been told with its own write.
    if (now?.etag === file.etag) await writeFile(db, userId, path, Buffer.from(answer.file), services.now());
  });
}

async function findUnlocked(db: Db, now: Date, userId: string, path: string) {
  const file = await findFile(db, userId, path);
  const locks = locksOn(await locksOf(db, userId, now), path);
  return file?.is_folder === 0 && locks.length === 0 ? file : null;
}
