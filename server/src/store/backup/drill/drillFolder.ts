import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LastDrill } from '@lectern/shared-contracts/api/drill.ts';
import { AppError, StartError } from '../../../run/common/errors.ts';
import { dataFiles } from '../../../run/dataFolder/dataFolder.ts';
import { lockDataFolder } from '../../../run/dataFolder/lockDataFolder.ts';
import type { Services } from '../../../run/services/services.ts';
import { begunDrill, type DrillResult, endDrill, lastDrill, recordDrill } from './drillResults.ts';

export type DrillServices = Pick<Services, 'config' | 'db' | 'mail' | 'now'>;

export interface BegunDrill {
  begun: LastDrill;
  /** Where the backup is restored: an empty folder in the data folder. */
  folder: string;
  /** Removes the folder and records the result. */
  end(result: DrillResult): Promise<LastDrill>;
}

/**
 * Begins a drill, and removes what an earlier one has left that was killed.
 * @throws AppError conflict when one is under way, or there are no nightly backups
 */
export async function beginDrill(services: DrillServices): Promise<BegunDrill> {
  const { config, db, now } = services;
  if (config.backups === null)
    throw new AppError('conflict', 'LECTERN_BACKUP_DIR is not set: there are no nightly backups to restore.');
  const unlock = await lockDrills(services);
  if (unlock === null) throw new AppError('conflict', 'A test restore is under way already.');
  const begun = begunDrill(now());
  const folder = join(dataFiles.drills(config.dataDir), String(Date.parse(begun.at)));
  try {
    // First the folder: what is recorded as running has one.
    await mkdir(folder, { mode: 0o700 });
    await recordDrill(db, begun);
  } catch (error) {
    unlock();
    throw error;
  }
  return {
    begun,
    folder,
    async end(result) {
      try {
        // First, since the disk may be full.
        await rm(folder, { recursive: true, force: true });
        return await endDrill(services, begun, result);
      } finally {
        unlock();
      }
    },
  };
}

/** Removes what a killed drill has left, and records that it was interrupted. */
export async function removeKilledDrill(services: DrillServices): Promise<void> {
  if (!existsSync(dataFiles.drills(services.config.dataDir))) return;
  const unlock = await lockDrills(services);
  unlock?.();
}

/**
 * Only one drill at a time holds the lock of the data folder's drills; the operating system releases it when the
 * process ends.
 * @returns releases it; null when a drill is under way
 */
async function lockDrills(services: DrillServices): Promise<(() => void) | null> {
  const drills = dataFiles.drills(services.config.dataDir);
  await mkdir(drills, { recursive: true, mode: 0o700 });
  let unlock: () => void;
  try {
    unlock = lockDataFolder(drills, 0);
  } catch (error) {
    if (error instanceof StartError) return null;
    throw error;
  }
  try {
    for (const name of await readdir(drills)) {
      if (!/^\d+$/.test(name)) continue;
      await rm(join(drills, name), { recursive: true, force: true });
      const last = await lastDrill(services.db);
      if (last?.state === 'running' && Date.parse(last.at) === Number(name))
        await endDrill(services, last, 'interrupted');
    }
    return unlock;
  } catch (error) {
    unlock();
    throw error;
  }
}
