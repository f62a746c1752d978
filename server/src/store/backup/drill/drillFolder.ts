import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LastDrill } from '@lectern/shared-contracts/api/drill.ts';
import { AppError, StartError } from '../../../run/common/errors.ts';
import { dataFiles } from '../../../run/dataFolder/dataFolder.ts';
import { lockDataFolder } from '../../../run/dataFolder/lockDataFolder.ts';
import type { Services } from '../../../run/services/services.ts';
import { begunDrill, endDrill, lastDrill, recordDrill } from './drillResults.ts';
import type { DrillFindings } from './runDrill.ts';

export type DrillServices = Pick<Services, 'config' | 'db' | 'engine' | 'mail' | 'now'>;

/** A drill that has run this many milliseconds counts as interrupted. */
export const longestDrillMs = 12 * 3_600_000;

export interface BegunDrill {
  begun: LastDrill;
  /** Where the backup is restored: an empty folder in the data folder. */
  folder: string;
  /** Removes the folder and records the result. */
  end(result: DrillFindings | Error): Promise<LastDrill>;
}

/**
 * Begins a drill, and removes what an earlier one has left that was killed.
 * @throws AppError conflict when one is under way, or there are no nightly backups
 */
export async function beginDrill(services: DrillServices): Promise<BegunDrill> {
  const { config, engine, now } = services;
  if (config.backups === null)
    throw new AppError('conflict', 'LECTERN_BACKUP_DIR is not set: there are no nightly backups to restore.');
  const unlock = await lockDrills(services);
  const begun = begunDrill(now());
  const folder = join(dataFiles.drills(config.dataDir), String(Date.parse(begun.at)));
  const clear = async () => {
    await rm(folder, { recursive: true, force: true });
    unlock();
  };
  try {
    // First the folder: what is recorded as running has one.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await engine.withLock('drill', async (trx) => {
      const last = await lastDrill(trx);
      // On another machine.
      if (last?.state === 'running' && now().getTime() - Date.parse(last.at) < longestDrillMs)
        throw underWay();
      await recordDrill(trx, begun);
    });
  } catch (error) {
    await clear();
    throw error;
  }
  return {
    begun,
    folder,
    async end(result) {
      // First, since the disk may be full.
      await clear();
      return endDrill(services, begun, result);
    },
  };
}

/** Removes what a killed drill has left, and records that it was interrupted. */
export async function removeKilledDrill(services: DrillServices): Promise<void> {
  if (!existsSync(dataFiles.drills(services.config.dataDir))) return;
  const unlock = await lockDrills(services).catch((error: unknown) => {
    // It is alive.
    if (error instanceof AppError) return () => {};
    throw error;
  });
  unlock();
}

/** The operating system releases the lock when the process ends. */
async function lockDrills(services: DrillServices): Promise<() => void> {
  const drills = dataFiles.drills(services.config.dataDir);
  await mkdir(drills, { recursive: true, mode: 0o700 });
  let unlock: () => void;
  try {
    unlock = lockDataFolder(drills, 0);
  } catch (error) {
    throw error instanceof StartError ? underWay() : error;
  }
  try {
    for (const name of await readdir(drills)) {
      if (!/^\d+$/.test(name)) continue;
      await rm(join(drills, name), { recursive: true, force: true });
      const last = await lastDrill(services.db);
      if (last?.state === 'running' && Date.parse(last.at) === Number(name))
        await endDrill(services, last, new Error('It was interrupted: its process was ended.'));
    }
    return unlock;
  } catch (error) {
    unlock();
    throw error;
  }
}

const underWay = () => new AppError('conflict', 'A test restore is under way already.');
