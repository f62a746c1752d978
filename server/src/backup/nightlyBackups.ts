import type { FastifyBaseLogger } from 'fastify';
import { BlobNotFound } from '../blobs/blobs.ts';
import { runInBackground } from '../common/runInBackground.ts';
import type { Services } from '../services/services.ts';
import { stagingFolder } from '../staging/staging.ts';
import type { Db } from '../store/db.ts';
import { backupPaths } from './backupManifest.ts';
import { lastBackup, noteBackup } from './backupRecord.ts';
import type { BackupStore, BackupStores } from './backupStore.ts';
import { makeBackup } from './makeBackup.ts';
import { openBackups } from './openBackups.ts';

/** The hour of the night, in the server's own time, from which on a backup is made. */
const hourOfNight = 2;
/** Milliseconds after which a backup that failed is tried again, and between two looks at the clock. */
const retryAfter = 3_600_000;
const lookEvery = 600_000;
/** Milliseconds after which a backup that was begun and has not ended counts as cut short. */
const longest = 12 * 3_600_000;

const claimName = 'nightly_backup';
/** What we have made ourselves, earlier versions too: nothing else in the folder or bucket is touched. */
const ownName = /^lectern-\d{4}-\d\d-\d\dT[\d-]+Z(\.unfinished)?$/;

type BackupServices = Pick<Services, 'blobs' | 'config' | 'db' | 'engine' | 'now' | 'staging'>;
type Log = Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;

/** When the night began that was the last one at this moment. */
export function lastNight(now: Date): Date {
  const night = new Date(now);
  night.setHours(hourOfNight, 0, 0, 0);
  if (night > now) night.setDate(night.getDate() - 1);
  return night;
}

/**
 * Makes the backup of the last night, unless it is there, or another process is at it; then removes the oldest beyond
 * the number to keep. What came of it is noted for Administration, and what is wrong with files is in the log.
 * @param signal given up when it is aborted, to be made at the next start
 * @returns the backup; null when none is due, or it failed
 */
export async function takeNightlyBackup(
  services: BackupServices,
  log: Log,
  signal?: AbortSignal,
): Promise<BackupStore | null> {
  const { config, db, now } = services;
  if (config.backups === null || !(await claim(services))) return null;
  const { place, keep } = config.backups;
  const at = now().toISOString();
  const name = `lectern-${at.replaceAll(/[:.]/g, '-')}`;
  const before = await lastBackup(db);
  try {
    const backups = await openBackups(place, stagingFolder(config));
    await removeUnfinished(backups);
    const backup = backups.open(name);
    const { faults = [] } = await makeBackup(services, backup, signal);
    for (const { key, fault } of faults)
      log.error(
        { key },
        fault === 'missing'
          ? 'a file of a book is missing in the library, and so in the backup'
          : 'a file of a book is not what was uploaded',
      );
    await removeOldest(backups, keep);
    await noteBackup(db, { at, ok_at: at, error: null, faults: faults.length });
    log.info({ backup: backup.address() }, 'a backup was made');
    return backup;
  } catch (err) {
    if (signal?.aborted) return null;
    log.error({ err }, 'the nightly backup failed');
    const error = err instanceof Error ? err.message : String(err);
    await noteBackup(db, { at, ok_at: before?.ok_at ?? null, error, faults: before?.faults ?? 0 });
    return null;
  } finally {
    await forgetClaim(db);
  }
}

/** Nobody is making a backup. */
export async function forgetClaim(db: Db): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', claimName).execute();
}

/** Of several processes one makes the backup. */
async function claim({ engine, now }: BackupServices): Promise<boolean> {
  return engine.withLock('nightly backup', async (db) => {
    const moment = now().getTime();
    const last = await lastBackup(db);
    const done = last?.error === null && Date.parse(last.at) >= lastNight(now()).getTime();
    const failedJustNow = last !== null && last.error !== null && moment - Date.parse(last.at) < retryAfter;
    if (done || failedJustNow) return false;
    const begun = await db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', claimName)
      .executeTakeFirst();
    if (begun && moment - Number(begun.value) < longest) return false;
    const value = String(moment);
    await db
      .insertInto('settings')
      .values({ name: claimName, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    return true;
  });
}

const ownNames = async (backups: BackupStores) =>
  (await backups.names()).filter((name) => ownName.test(name));

/** What was cut short has no list. */
async function removeUnfinished(backups: BackupStores): Promise<void> {
  for (const name of await ownNames(backups))
    if (!(await isWhole(backups.open(name)))) await backups.remove(name);
}

async function isWhole(backup: BackupStore): Promise<boolean> {
  return backup.size(backupPaths.manifest).then(
    () => true,
    (error: unknown) => {
      if (error instanceof BlobNotFound) return false;
      throw error;
    },
  );
}

async function removeOldest(backups: BackupStores, keep: number): Promise<void> {
  const names = await ownNames(backups);
  for (const name of names.slice(0, Math.max(0, names.length - keep))) await backups.remove(name);
}

/** Looks every ten minutes whether a backup is due. One that is being made when the server ends is made again. */
export function startNightlyBackups(services: BackupServices, log: Log): { stop(): Promise<void> } {
  if (services.config.backups === null) return { stop: async () => {} };
  const ending = new AbortController();
  let work: Promise<unknown> = Promise.resolve();
  const look = () => {
    work = work.then(() => takeNightlyBackup(services, log, ending.signal));
    runInBackground(() => work, log, 'the nightly backup failed');
  };
  look();
  const timer = setInterval(look, lookEvery);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      ending.abort();
      await work.catch(() => {});
    },
  };
}
