import { constants, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BlobNotFound, blobKeys, type CoverSize, coverSizes } from '../blobs/blobs.ts';
import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import { type Row, rowsInPages } from '../store/rowsInPages.ts';
import { type BackupManifest, backupPaths, backupVersion } from './backupFolder.ts';
import { derivedColumns, type KeptTable, tableKeys } from './tableKeys.ts';

const unfinished = ['receiving', 'queued', 'ingesting'] as const;

/**
 * Writes all of a library into an empty folder while it is in use: its rows as they are at one moment, as JSON that
 * either engine can take in again, then the files. A blob never changes once it is there, so files copied later fit.
 */
export async function makeBackup(
  services: Pick<Services, 'blobs' | 'config' | 'engine' | 'now' | 'staging'>,
  folder: string,
): Promise<BackupManifest> {
  const { engine, config, now } = services;
  const paths = backupPaths(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
  const rows: Record<string, number> = {};
  const books = await engine.readSnapshot(async (db) => {
    for (const table of Object.keys(tableKeys) as KeptTable[]) {
      rows[table] = await writeTable(db, table, paths.table(table));
    }
    return db.selectFrom('books').select(['id', 'format', 'cover_version']).orderBy('id').execute();
  });
  const files: string[] = [];
  const missing: string[] = [];
  for (const book of books) {
    const found = await copyBlobs(services, book, paths.blob);
    files.push(...found.copied);
    if (!found.whole) missing.push(book.id);
  }
  await copyStaged(services, paths.staged);
  await copyFile(join(config.dataDir, 'secret'), paths.secret).catch(() => {});
  const manifest: BackupManifest = {
    format: 'lectern-backup',
    version: backupVersion,
    made_at: now().toISOString(),
    rows,
    files,
    deleted: await goneSince(engine.db, missing),
  };
  await writeFile(paths.manifest, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return manifest;
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

async function copyBlobs(
  { blobs }: Pick<Services, 'blobs'>,
  book: { id: string; format: string; cover_version: number },
  place: (key: string) => string,
): Promise<{ copied: string[]; whole: boolean }> {
  const needed = [
    ...(book.format === 'none' ? [] : [blobKeys.original(book.id)]),
    ...(book.format === 'epub' ? [blobKeys.pack(book.id)] : []),
  ];
  const covers = (Object.keys(coverSizes) as CoverSize[]).map((size) =>
    blobKeys.cover(book.id, book.cover_version, size),
  );
  const copied: string[] = [];
  for (const key of [...needed, ...covers]) {
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
  return { copied, whole: needed.every((key) => copied.includes(key)) };
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

async function goneSince(db: Db, ids: readonly string[]): Promise<string[]> {
  const gone: string[] = [];
  for (const id of ids) {
    const there = await db.selectFrom('books').select('id').where('id', '=', id).executeTakeFirst();
    if (!there) gone.push(id);
  }
  return gone;
}
