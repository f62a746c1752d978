import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { stagingFolder } from '../../../intake/staging/staging.ts';
import { StartError } from '../../../run/common/errors.ts';
import type { Config } from '../../../run/config/config.ts';
import { freeBytes } from '../../../run/watch/readiness.ts';
import { blobKeys } from '../../blobs/blobs.ts';
import type { Db } from '../../db.ts';
import { openStore } from '../../open/openStore.ts';
import { countOf } from '../../ownRows.ts';
import { type BackupManifest, backupPaths } from '../backupManifest.ts';
import type { BackupStore } from '../backupStore.ts';
import { newestBackup } from '../nightlyBackups.ts';
import { restoreRows } from '../restoreBackup.ts';
import { verifyBackup } from '../verifyBackup.ts';
import { compareReaders, type ReaderFigures } from './compareReaders.ts';

/** What a drill has found. */
export interface DrillFindings {
  /** When the backup was made. */
  madeAt: string;
  booksOpened: number;
  readers: Map<string, ReaderFigures>;
}

/** Books that are opened. */
const sampleSize = 3;
/** A restored database, with its write-ahead log, has at most so many times the bytes of its rows as JSON. */
const growth = 3;
/** Bytes that are left to the library on its disk. */
const leftFree = 16 * 1024 ** 2;

/**
 * Reads all files of the last backup, restores its rows into an SQLite database in an empty folder, compares them with
 * the library and opens three books. The library is only read.
 * @param folder empty; the caller removes it
 * @throws StartError when the backup is damaged or there is none; StartError when the disk has no room
 */
export async function runDrill(config: Config, library: Db, folder: string): Promise<DrillFindings> {
  const beside: Config = { ...config, dataDir: folder, databaseUrl: null, bucket: null };
  const store = config.backups && (await newestBackup(config.backups.place, stagingFolder(beside)));
  if (store === null) throw new StartError('There is no backup yet in LECTERN_BACKUP_DIR.');
  const manifest = await verifyBackup(store);
  let bytes = 0;
  for (const table of Object.keys(manifest.rows)) bytes += await store.size(backupPaths.table(table));
  await refuseSmallDisk(config.dataDir, bytes * growth);
  const engine = await openStore(beside, { role: 'command' });
  try {
    // The files were read already; only those of the books that are opened are copied.
    await restoreRows(engine, store, manifest, []);
    await countRows(engine.db, manifest);
    const readers = await compareReaders(library, engine.db);
    const booksOpened = await openBooks(engine.db, store, manifest, join(folder, 'opened'));
    return { madeAt: manifest.made_at, booksOpened, readers };
  } finally {
    await engine.stop();
    await engine.db.destroy();
  }
}

/** A full disk would stop the library itself. */
async function refuseSmallDisk(folder: string, bytes: number): Promise<void> {
  const [needed, free] = [bytes + leftFree, await freeBytes(folder)];
  if (free !== null && free < needed)
    throw new StartError(
      `The disk of ${folder} is too full to restore the backup beside the library: ${megabytes(needed)} MB are needed, ${megabytes(free)} are free. Make room, then try again. Nothing was changed.`,
    );
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2);

/** Tables of which a restore leaves rows out. */
const changedByRestore = ['settings', 'points'];

/** @throws StartError when a table has other rows than the backup lists */
async function countRows(db: Db, { rows }: BackupManifest): Promise<void> {
  for (const [table, listed] of Object.entries(rows)) {
    if (changedByRestore.includes(table)) continue;
    const restored = await countOf(db.selectFrom(table as 'notes'));
    if (restored !== listed)
      throw new StartError(
        `The backup is damaged: ${restored} rows of the table ${table} were restored, and it lists ${listed}.`,
      );
  }
}

/**
 * Opens some books as the reader does.
 * @param copy path for a copy of a file
 * @returns how many
 * @throws StartError when one cannot be opened; StartError when the disk has no room
 */
async function openBooks(
  db: Db,
  store: BackupStore,
  { faults }: BackupManifest,
  copy: string,
): Promise<number> {
  const broken = new Set(faults.map(({ key }) => key));
  const books = await db
    .selectFrom('books')
    .select(['id', 'file_id', 'title', 'format'])
    .where('format', '!=', 'none')
    .orderBy(sql`random()`)
    .limit(sampleSize)
    .execute();
  let opened = 0;
  for (const book of books) {
    const isEpub = book.format === 'epub';
    const key = isEpub ? blobKeys.pack(book) : blobKeys.original(book);
    // The backup itself has reported it.
    if (broken.has(key)) continue;
    const path = backupPaths.blob(key);
    await refuseSmallDisk(dirname(copy), await store.size(path));
    await store.copyTo(path, copy);
    const file = await openAsBlob(copy);
    if (!(isEpub ? await hasChapter(db, file, book.id) : await isPdf(file)))
      throw new StartError(`\u201c${book.title}\u201d cannot be opened from the backup.`);
    await rm(copy);
    opened += 1;
  }
  return opened;
}

/** Whether the first chapter can be taken out of the pack. */
async function hasChapter(db: Db, pack: Blob, bookId: string): Promise<boolean> {
  const chapter = await db
    .selectFrom('spine_items')
    .innerJoin('resources', (join) =>
      join
        .onRef('resources.book_id', '=', 'spine_items.book_id')
        .onRef('resources.path', '=', 'spine_items.href'),
    )
    .select(['start', 'length', 'encoding'])
    .where('spine_items.book_id', '=', bookId)
    .orderBy('idx')
    .limit(1)
    .executeTakeFirst();
  if (!chapter) return false;
  const start = Number(chapter.start);
  const bytes = await pack.slice(start, start + Number(chapter.length)).bytes();
  const page = chapter.encoding === 'gzip' ? gunzipSync(bytes) : bytes;
  return /<(\w+:)?(html|svg)\b/.test(new TextDecoder().decode(page));
}

/** Bytes in which the header of a PDF may begin. */
const headerBytes = 1024;

const isPdf = async (file: Blob) => (await file.slice(0, headerBytes).text()).includes('%PDF-');
