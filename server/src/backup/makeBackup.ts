import { constants, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Selectable } from 'kysely';
import { BlobNotFound, blobKeys, type CoverSize, coverSizes } from '../blobs/blobs.ts';
import { BackupError } from '../common/errors.ts';
import { dataFiles } from '../dataFolder/dataFolder.ts';
import { sha256File } from '../jobs/sha256File.ts';
import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import { newestMigration } from '../store/migrations/migrate.ts';
import { type Row, rowsInPages } from '../store/rowsInPages.ts';
import type { BooksTable } from '../store/schema.ts';
import {
  type BackupManifest,
  backupPaths,
  backupVersion,
  blobPath,
  checksumOf,
  type FileFault,
  tablePath,
} from './backupFolder.ts';
import { derivedColumns, type KeptTable, tableKeys } from './tableKeys.ts';
import { stagedIds, verifyBackup } from './verifyBackup.ts';

const unfinished = ['receiving', 'queued', 'ingesting'] as const;

/**
 * Writes all of a library into an empty folder while it is in use: its rows as they are at one moment, as JSON that
 * either engine can take in again, then the files. A blob never changes once it is there, so files copied later fit.
 * At the end all of it is read again and compared.
 * @param signal stops it between two files
 * @throws BackupError
 */
export async function makeBackup(
  services: Pick<Services, 'blobs' | 'config' | 'engine' | 'now' | 'staging'>,
  folder: string,
  signal?: AbortSignal,
): Promise<BackupManifest> {
  const { engine, config, now } = services;
  const paths = backupPaths(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty. Name a new folder.`);
  const rows: Record<string, number> = {};
  const books = await engine.readSnapshot(async (db) => {
    for (const table of Object.keys(tableKeys) as KeptTable[]) {
      signal?.throwIfAborted();
      rows[table] = await writeTable(db, table, paths.table(table));
    }
    return db
      .selectFrom('books')
      .select(['id', 'file_id', 'title', 'format', 'cover_version', 'sha256'])
      .orderBy('id')
      .execute();
  });
  const files: string[] = [];
  const digests: Record<string, string> = {};
  const faults: FileFault[] = [];
  for (const book of books) {
    signal?.throwIfAborted();
    const copied = await copyBlobs(services, book, paths.blob);
    for (const key of copied) digests[blobPath(key)] = await sha256File(paths.blob(key));
    files.push(...copied);
    faults.push(...faultsOf(book, copied, digests));
  }
  await copyStaged(services, paths.staged);
  await copyFile(dataFiles.secret(config.dataDir), paths.secret).catch(ignoreMissing);
  for (const name of [...Object.keys(rows).map(tablePath), ...(await stagedPaths(folder)), 'secret'])
    await sha256File(join(folder, name)).then((digest) => {
      digests[name] = digest;
    }, ignoreMissing);
  const deleted = await deletedSince(
    engine.db,
    faults.map(({ key }) => idOf(key)),
  );
  const manifest: BackupManifest = {
    format: 'lectern-backup',
    version: backupVersion,
    made_at: now().toISOString(),
    rows,
    files,
    deleted,
    faults: faults.filter(({ key }) => !deleted.includes(idOf(key))),
    migration: newestMigration,
    digests,
  };
  const whole = { ...manifest, checksum: checksumOf(manifest) };
  await writeFile(paths.manifest, `${JSON.stringify(whole, null, 2)}\n`, { mode: 0o600 });
  return verifyBackup(folder, signal);
}

const stagedPaths = async (folder: string) => (await stagedIds(folder)).map((id) => `staging/${id}`);
const idOf = (key: string) => key.split('/')[1] ?? '';

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** @returns how many rows there were */
async function writeTable(db: Db, table: KeptTable, path: string): Promise<number> {
  let count = 0;
  async function* lines() {
    for await (const rows of rowsInPages(db, table, tableKeys[table])) {
      count += rows.length;
      const text = rows.map((row) => JSON.stringify(without(row, derivedColumns[table] ?? [])));
      yield `${text.join('\n')}\n`;
    }
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(lines, createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }));
  return count;
}

const without = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

type BookFiles = Pick<
  Selectable<BooksTable>,
  'id' | 'file_id' | 'title' | 'format' | 'cover_version' | 'sha256'
>;

/** Without these a book does not open. Covers are drawn again where they are missing. */
const neededKeys = (book: BookFiles) => [
  ...(book.format === 'none' ? [] : [blobKeys.original(book)]),
  ...(book.format === 'epub' ? [blobKeys.pack(book)] : []),
];

/** @returns the keys of those that are there */
async function copyBlobs(
  { blobs }: Pick<Services, 'blobs'>,
  book: BookFiles,
  place: (key: string) => string,
): Promise<string[]> {
  const covers = (Object.keys(coverSizes) as CoverSize[]).map((size) =>
    blobKeys.cover(book.id, book.cover_version, size),
  );
  const copied: string[] = [];
  for (const key of [...neededKeys(book), ...covers]) {
    try {
      const { path, release } = await blobs.local(key);
      try {
        await mkdir(dirname(place(key)), { recursive: true, mode: 0o700 });
        await copyFile(path, place(key), constants.COPYFILE_FICLONE);
        copied.push(key);
      } finally {
        await release();
      }
    } catch (error) {
      if (!(error instanceof BlobNotFound) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return copied;
}

/** What is wrong with the files of a book in the library itself. */
function faultsOf(
  book: BookFiles,
  copied: readonly string[],
  digests: Readonly<Record<string, string>>,
): FileFault[] {
  const { title } = book;
  const original = blobKeys.original(book);
  const missing = neededKeys(book).filter((key) => !copied.includes(key));
  const changed = copied.includes(original) && digests[blobPath(original)] !== book.sha256;
  return [
    ...missing.map((key) => ({ key, title, fault: 'missing' as const })),
    ...(changed ? [{ key: original, title, fault: 'changed' as const }] : []),
  ];
}

/** Uploads that are not books yet. */
async function copyStaged(
  { engine, staging }: Pick<Services, 'engine' | 'staging'>,
  to: string,
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const open = engine.db.selectFrom('uploads').select('id').where('state', 'in', unfinished);
  for (const { id } of await open.execute()) {
    // One that became a book in this moment is with the blobs, or will be uploaded again.
    const file = await staging.local(id);
    if (file === null) continue;
    await copyFile(file.path, join(to, id)).catch(() => {});
    await file.release();
  }
}

async function deletedSince(db: Db, ids: readonly string[]): Promise<string[]> {
  const gone: string[] = [];
  for (const id of new Set(ids)) {
    const there = await db.selectFrom('books').select('id').where('id', '=', id).executeTakeFirst();
    if (!there) gone.push(id);
  }
  return gone;
}
