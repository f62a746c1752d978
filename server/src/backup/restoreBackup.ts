import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { BlobNotFound } from '../blobs/blobs.ts';
import { BackupError } from '../common/errors.ts';
import { dataFiles } from '../dataFolder/dataFolder.ts';
import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import { type BackupManifest, backupPaths } from './backupManifest.ts';
import type { BackupStore } from './backupStore.ts';
import { forgetClaim } from './nightlyBackups.ts';
import { rowFrom, tableIn } from './olderNames.ts';
import { type KeptTable, tableKeys } from './tableKeys.ts';
import { type ReadRow, readRows, stagedIds } from './verifyBackup.ts';

/** Few rows go into one statement, and fewer where they are long. */
const most = { rows: 200, characters: 2_000_000 };

/** The secret in a backup; null when it has none. */
export async function secretOf(store: BackupStore): Promise<string | null> {
  return store.read(backupPaths.secret).then(text, (error: unknown) => {
    if (error instanceof BlobNotFound) return null;
    throw error;
  });
}

/**
 * Makes the secret of the backup that of the data folder, so that whoever is signed in stays so.
 * @returns whether the backup has one
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
 * Takes a backup that was verified into an empty library, of whichever engine it was made. No server may be at work on
 * it. Files come first and the rows in one transaction, so that what was cut short can be begun again.
 * @throws BackupError when there is a library already
 */
export async function restoreBackup(
  { blobs, config, engine, staging }: Pick<Services, 'blobs' | 'config' | 'engine' | 'staging'>,
  store: BackupStore,
  manifest: BackupManifest,
): Promise<void> {
  const { db } = engine;
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst())
    throw new BackupError(
      'There is a library here already: a backup goes into an empty one. Nothing was changed.',
    );
  if ((await engine.otherServers()) > 0)
    throw new BackupError(
      'A server is running on this database. Stop all of them, then restore again. Nothing was changed.',
    );
  await restoreSecret(store, config.dataDir);
  const copy = join(config.dataDir, 'restoring');
  for (const key of manifest.files) {
    await store.copyTo(backupPaths.blob(key), copy);
    await blobs.putFile(key, copy);
  }
  const staged = await stagedIds(store);
  for (const id of staged) {
    await store.copyTo(backupPaths.upload(id), copy);
    await staging.adopt(id, copy);
  }
  await db.transaction().execute(async (trx) => {
    // A server, or this command, has noted something about the empty library.
    await trx.deleteFrom('settings').execute();
    for (const table of Object.keys(tableKeys) as KeptTable[]) {
      const name = tableIn(manifest.version, table);
      // A table that is newer than the backup.
      if (manifest.rows[name] === undefined) continue;
      await insertRows(trx, table, readRows(store, name), (row) => rowFrom(manifest.version, table, row));
    }
    for (const id of staged) {
      const received = await store.size(backupPaths.upload(id));
      await trx.updateTable('uploads').set({ received }).where('id', '=', id).execute();
    }
    // Rows from before say less of their files than those of today.
    if ((manifest.migration ?? '') < '0114_read_again')
      await trx.updateTable('books').set({ read_again: 1 }).where('format', '=', 'epub').execute();
    await forgetClaim(trx);
    for (const id of manifest.deleted) await trx.deleteFrom('books').where('id', '=', id).execute();
  });
}

/** The database refuses columns that it does not know. */
async function insertRows(
  db: Db,
  table: KeptTable,
  rows: AsyncIterable<ReadRow>,
  change: (row: object) => object,
): Promise<void> {
  let waiting: never[] = [];
  let characters = 0;
  const flush = async () => {
    if (waiting.length > 0) await db.insertInto(table).values(waiting).execute();
    waiting = [];
    characters = 0;
  };
  for await (const { row, length } of rows) {
    waiting.push(change(row) as never);
    characters += length;
    if (waiting.length === most.rows || characters > most.characters) await flush();
  }
  await flush();
}
