import { constants, createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import { type BackupManifest, backupPaths, backupVersion } from './backupFolder.ts';
import { rowFrom, tableIn } from './olderNames.ts';
import { type KeptTable, tableKeys } from './tableKeys.ts';

/** Few rows go into one statement, and fewer where they are long. */
const most = { rows: 200, characters: 2_000_000 };

/** What the library was signed with, so that whoever is signed in stays so; a secret that is there already is kept. */
export async function restoreSecret(folder: string, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const [from, to] = [backupPaths(folder).secret, join(dataDir, 'secret')];
  await copyFile(from, to, constants.COPYFILE_EXCL).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  });
}

/**
 * Takes a backup into an empty library, of whichever engine it was made. No server may be at work on it. Files come
 * first and the rows in one transaction, so that what was cut short can be begun again.
 */
export async function restoreBackup(
  { blobs, config, engine, staging }: Pick<Services, 'blobs' | 'config' | 'engine' | 'staging'>,
  folder: string,
): Promise<BackupManifest> {
  const paths = backupPaths(folder);
  const manifest = await readManifest(paths.manifest);
  const { db } = engine;
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst())
    throw new Error('There is a library here already: a backup goes into an empty one.');
  const copy = join(config.dataDir, 'restoring');
  for (const key of manifest.files) {
    await copyFile(paths.blob(key), copy);
    await blobs.putFile(key, copy);
  }
  const staged = await readdir(paths.staged);
  for (const id of staged) {
    await copyFile(join(paths.staged, id), copy);
    await staging.adopt(id, copy);
  }
  await db.transaction().execute(async (trx) => {
    for (const table of Object.keys(tableKeys) as KeptTable[]) {
      const name = tableIn(manifest.version, table);
      const rows = readRows(paths.table(name), (row) => rowFrom(manifest.version, table, row));
      const count = await insertRows(trx, table, rows);
      if (count !== manifest.rows[name])
        throw new Error(`The backup is damaged: ${name} has ${count} rows of ${manifest.rows[name]}.`);
    }
    for (const id of staged) {
      const { size } = await stat(join(paths.staged, id));
      await trx.updateTable('uploads').set({ received: size }).where('id', '=', id).execute();
    }
    for (const id of manifest.deleted) await trx.deleteFrom('books').where('id', '=', id).execute();
  });
  return manifest;
}

async function readManifest(path: string): Promise<BackupManifest> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) throw new Error(`There is no whole backup: ${path} is missing.`);
  const manifest: BackupManifest = JSON.parse(text);
  if (manifest.format !== 'lectern-backup') throw new Error(`${path} is not of a backup of Lectern.`);
  if (manifest.version > backupVersion)
    throw new Error('This backup was made by a newer Lectern: restore it with that version or a later one.');
  return manifest;
}

interface ReadRow {
  row: object;
  /** How long its line is. */
  length: number;
}

async function* readRows(path: string, change: (row: object) => object): AsyncGenerator<ReadRow> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) yield { row: change(JSON.parse(line)), length: line.length };
}

/** @returns how many rows there were; the database refuses columns that it does not know */
async function insertRows(db: Db, table: KeptTable, rows: AsyncIterable<ReadRow>): Promise<number> {
  let waiting: never[] = [];
  let characters = 0;
  let count = 0;
  const flush = async () => {
    if (waiting.length > 0) await db.insertInto(table).values(waiting).execute();
    waiting = [];
    characters = 0;
  };
  for await (const { row, length } of rows) {
    waiting.push(row as never);
    count += 1;
    characters += length;
    if (waiting.length === most.rows || characters > most.characters) await flush();
  }
  await flush();
  return count;
}
