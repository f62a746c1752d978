import type { FastifyBaseLogger } from 'fastify';
import { stagingFolder } from '../../intake/staging/staging.ts';
import { runInBackground } from '../../run/common/runInBackground.ts';
import type { Services } from '../../run/services/services.ts';
import { BlobNotFound } from '../blobs/blobs.ts';
import type { Db } from '../db.ts';
import { readSetting, writeSetting } from '../settings.ts';
import { backupPaths, lastBackup, recordBackup } from './backupManifest.ts';
import type { BackupPlace, BackupStore, BackupStores } from './backupStore.ts';
import { makeBackup } from './makeBackup.ts';
import { openBackups } from './openBackups.ts';

/** Earliest hour for a backup, in the server's time zone. */
const hourOfNight = 2;
/** When a failed backup is retried, and how often to check. */
const retryAfterMs = 3_600_000;
const checkIntervalMs = 600_000;
/** A backup that has run this long counts as interrupted. */
const interruptedAfterMs = 12 * 3_600_000;

const claimName = 'nightly_backup';
/** Matches backups made here, also by earlier versions. Nothing else in the folder or bucket is touched. */
const ownName = /^lectern-\d{4}-\d\d-\d\dT[\d-]+Z(\.unfinished)?$/;

type BackupServices = Pick<Services, 'blobs' | 'config' | 'db' | 'engine' | 'now' | 'staging'>;
type Log = Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;

/** When the most recent night began. */
export function lastNight(now: Date): Date {
  const night = new Date(now);
  night.setHours(hourOfNight, 0, 0, 0);
  if (night > now) night.setDate(night.getDate() - 1);
  return night;
}

/**
 * Makes the backup of the last night, unless it exists or another process is making it, then removes the oldest ones
 * beyond the number to keep. The result is recorded for the Administration page; faulty files are logged.
 * @param signal aborts; the backup is then made at the next start
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
  const open = () => openBackups(place, stagingFolder(config));
  try {
    const backups = await open();
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
    await removeOldest(backups, { name, keep });
    await recordBackup(db, { at, ok_at: at, error: null, faults: faults.length });
    log.info({ backup: backup.address() }, 'a backup was made');
    return backup;
  } catch (err) {
    if (signal?.aborted) return null;
    log.error({ err }, 'the nightly backup failed');
    // First, since the disk may be full.
    await open()
      .then(removeUnfinished)
      .catch(() => {});
    const error = err instanceof Error ? err.message : String(err);
    await recordBackup(db, { at, ok_at: before?.ok_at ?? null, error, faults: before?.faults ?? 0 });
    return null;
  } finally {
    await forgetClaim(db);
  }
}

/** Releases the claim. */
export async function forgetClaim(db: Db): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', claimName).execute();
}

/** Ensures that only one process makes the backup. */
async function claim({ engine, now }: BackupServices): Promise<boolean> {
  return engine.withLock('nightly backup', async (db) => {
    /** What is in the future happened before the clock was set back: it is too old to count. */
    const isSince = (earliest: number, time: number) => time >= earliest && time <= now().getTime();
    const moment = now().getTime();
    const last = await lastBackup(db);
    if (last !== null) {
      const earliest = last.error === null ? lastNight(now()).getTime() : moment - retryAfterMs + 1;
      if (isSince(earliest, Date.parse(last.at))) return false;
    }
    const begun = await readSetting(db, claimName);
    if (begun !== null && isSince(moment - interruptedAfterMs + 1, Number(begun))) return false;
    await writeSetting(db, claimName, String(moment));
    return true;
  });
}

const ownNames = async (backups: BackupStores) =>
  (await backups.names()).filter((name) => ownName.test(name));

/**
 * The last complete backup; null when there is none.
 * @param scratch folder for temporary files, needed for a bucket
 */
export async function newestBackup(place: BackupPlace, scratch: string): Promise<BackupStore | null> {
  const backups = await openBackups(place, scratch);
  for (const name of (await ownNames(backups)).reverse())
    if (await isComplete(backups.open(name))) return backups.open(name);
  return null;
}

/** Interrupted backups have no manifest. */
async function removeUnfinished(backups: BackupStores): Promise<void> {
  for (const name of await ownNames(backups))
    if (!(await isComplete(backups.open(name)))) await backups.remove(name);
}

async function isComplete(backup: BackupStore): Promise<boolean> {
  return backup.size(backupPaths.manifest).then(
    () => true,
    (error: unknown) => {
      if (error instanceof BlobNotFound) return false;
      throw error;
    },
  );
}

/** Later names than that of the new backup are from before the clock was set back, so they are older. */
async function removeOldest(
  backups: BackupStores,
  { name: newest, keep }: { name: string; keep: number },
): Promise<void> {
  const names = await ownNames(backups);
  const oldestFirst = [...names.filter((name) => name > newest), ...names.filter((name) => name <= newest)];
  for (const name of oldestFirst.slice(0, Math.max(0, names.length - keep))) await backups.remove(name);
}

/**
 * Checks every ten minutes whether a backup is due. A backup interrupted by a shutdown is made again. Each week, one is
 * tried after it was made.
 */
export function startNightlyBackups(
  services: BackupServices & Pick<Services, 'drills'>,
  log: Log,
): { stop(): Promise<void> } {
  if (services.config.backups === null) return { stop: async () => {} };
  const ending = new AbortController();
  let work: Promise<unknown> = Promise.resolve();
  const check = () => {
    work = work
      .catch(() => {})
      .then(async () => {
        if (await takeNightlyBackup(services, log, ending.signal)) await services.drills.startWhenDue();
      });
    runInBackground(() => work, log, 'the nightly backup, or its test restore, could not begin');
  };
  check();
  const timer = setInterval(check, checkIntervalMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      ending.abort();
      await work.catch(() => {});
    },
  };
}
