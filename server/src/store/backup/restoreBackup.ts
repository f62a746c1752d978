import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { StartError } from '../../run/common/errors.ts';
import { dataFiles } from '../../run/dataFolder/dataFolder.ts';
import type { Services } from '../../run/services/services.ts';
import { BlobNotFound } from '../blobs/blobs.ts';
import type { Db } from '../db.ts';
import { type BackupManifest, backupPaths } from './backupManifest.ts';
import type { BackupStore } from './backupStore.ts';
import { forgetClaim } from './nightlyBackups.ts';
import { type KeptTable, tableKeys } from './tableKeys.ts';
import { type ReadRow, readRows, stagedIds } from './verifyBackup.ts';

/** Limits the size of an insert statement. */
const maxInsert = { rows: 200, characters: 2_000_000 };

/** The secret in a backup; null when it has none. */
export async function secretOf(store: BackupStore): Promise<string | null> {
  return store.read(backupPaths.secret).then(text, (error: unknown) => {
    if (error instanceof BlobNotFound) return null;
    throw error;
  });
}

/**
 * Copies the backup's secret to the data folder, so that users stay signed in.
 * @returns false when the backup has none
 */
export async function restoreSecret(store: BackupStore, dataDir: string): Promise<boolean> {
  const secret = await secretOf(store);
  if (secret === null) return false;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = dataFiles.secret(dataDir);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, secret, { mode: 0o600, flag: 'wx' });
  await rename(draft, path);
  return true;
}

/**
 * Restores a verified backup, from either engine, into an empty library while no server is running. Files come first
 * and rows in one transaction, so an interrupted restore can be started again. One that fails removes its files.
 * @throws StartError when there is already a library
 */
export async function restoreBackup(
  { blobs, config, engine, staging }: Pick<Services, 'blobs' | 'config' | 'engine' | 'staging'>,
  store: BackupStore,
  manifest: BackupManifest,
): Promise<void> {
  const { db } = engine;
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst())
    throw new StartError(
      'There is a library here already: a backup goes into an empty one. Nothing was changed.',
    );
  if ((await engine.otherServers()) > 0)
    throw new StartError(
      'A server is running on this database. Stop all of them, then restore again. Nothing was changed.',
    );
  await restoreSecret(store, config.dataDir);
  const copy = join(config.dataDir, 'restoring');
  const staged = await stagedIds(store);
  try {
    await copyFiles({ blobs, staging }, store, manifest, { staged, copy });
    await restoreRows(engine, store, manifest, staged);
  } catch (error) {
    await rm(copy, { force: true });
    for (const key of manifest.files) await blobs.removeAll(key);
    for (const id of staged) await staging.remove(id);
    throw error;
  }
}

async function copyFiles(
  { blobs, staging }: Pick<Services, 'blobs' | 'staging'>,
  store: BackupStore,
  manifest: BackupManifest,
  { staged, copy }: { staged: readonly string[]; copy: string },
): Promise<void> {
  for (const key of manifest.files) {
    await store.copyTo(backupPaths.blob(key), copy);
    await blobs.putFile(key, copy);
  }
  for (const id of staged) {
    await store.copyTo(backupPaths.upload(id), copy);
    await staging.adopt(id, copy);
  }
}

/**
 * Restores the rows of a backup into an empty database, in one transaction.
 * @param staged ids of the uploads whose files were restored
 */
export async function restoreRows(
  { db, shared }: Pick<Services['engine'], 'db' | 'shared'>,
  store: BackupStore,
  manifest: BackupManifest,
  staged: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // A server or this command may have stored settings in the empty library.
    await trx.deleteFrom('settings').execute();
    for (const table of Object.keys(tableKeys) as KeptTable[]) {
      // The table is newer than the backup.
      if (manifest.rows[table] === undefined) continue;
      await insertRows(trx, table, readRows(store, table));
    }
    // Uploads that became books during the backup have no file in it: the browser sends them again from the beginning.
    await trx.updateTable('uploads').set({ received: 0 }).where('state', '=', 'receiving').execute();
    for (const id of staged) {
      const received = await store.size(backupPaths.upload(id));
      await trx.updateTable('uploads').set({ received }).where('id', '=', id).execute();
    }
    // PostgreSQL does not count rows with a given number.
    if (shared)
      await sql`select setval(pg_get_serial_sequence('row_history', 'id'), max(id)) from row_history`.execute(
        trx,
      );
    // As 0202_no_second_reading.sql.
    await trx.deleteFrom('points').where('action', '=', 'achievement').where('points', '=', 0).execute();
    await forgetClaim(trx);
  });
}

/** Columns that tables had when a backup was made, and have no more. */
const formerColumns = ['read_again'];

/** The database rejects unknown columns. */
async function insertRows(db: Db, table: KeptTable, rows: AsyncIterable<ReadRow>): Promise<void> {
  let waiting: never[] = [];
  let characters = 0;
  const flush = async () => {
    if (waiting.length > 0) await db.insertInto(table).values(waiting).execute();
    waiting = [];
    characters = 0;
  };
  for await (const { row, length } of rows) {
    for (const column of formerColumns) delete (row as Record<string, unknown>)[column];
    waiting.push(row as never);
    characters += length;
    if (waiting.length === maxInsert.rows || characters > maxInsert.characters) await flush();
  }
  await flush();
}
