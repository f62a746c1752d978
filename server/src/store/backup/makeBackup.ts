import { Readable } from 'node:stream';
import { StartError } from '../../run/common/errors.ts';
import { dataFiles } from '../../run/dataFolder/dataFolder.ts';
import type { Services } from '../../run/services/services.ts';
import { BlobNotFound, blobKeys, type CoverSize, coverSizes } from '../blobs/blobs.ts';
import { holdDeletes, isHold } from '../blobs/pendingBlobDeletes.ts';
import type { Db } from '../db.ts';
import { newestMigration } from '../migrations/migrate.ts';
import { type Row, rowsInPages } from '../rowsInPages.ts';
import type { BookRow } from '../schema.ts';
import {
  type BackupManifest,
  backupPaths,
  backupVersion,
  checksumOf,
  type FileFault,
} from './backupManifest.ts';
import type { BackupStore } from './backupStore.ts';
import { derivedColumns, type KeptTable, tableKeys } from './tableKeys.ts';
import { compareDigests } from './verifyBackup.ts';

const unfinished = ['receiving', 'queued', 'ingesting'] as const;

/**
 * Backs up the whole library into an empty folder or bucket while it is in use. Rows are written as JSON from one
 * snapshot, which both engines can restore; then the files are copied. Blobs are immutable, and deleted only after the
 * backup, so copying them later is consistent. Everything is read back and compared before the manifest is written.
 * A backup that fails is removed.
 * @param signal stops between two files
 * @throws StartError
 */
export async function makeBackup(
  services: Pick<Services, 'blobs' | 'config' | 'engine' | 'now' | 'staging'>,
  store: BackupStore,
  signal?: AbortSignal,
): Promise<BackupManifest> {
  if (!(await store.isEmpty())) throw new StartError(`${store.address()} is not empty. Name a new folder.`);
  const hold = await holdDeletes({ db: services.engine.db, now: services.now });
  try {
    return await copyAll(services, store, signal);
  } catch (error) {
    // Where it cannot be removed either, it has no manifest, and so is no backup.
    await store.clear().catch(() => {});
    throw error;
  } finally {
    await hold.release();
  }
}

async function copyAll(
  services: Pick<Services, 'blobs' | 'config' | 'engine' | 'now' | 'staging'>,
  store: BackupStore,
  signal?: AbortSignal,
): Promise<BackupManifest> {
  const { engine, config, now } = services;
  const rows: Record<string, number> = {};
  const digests: Record<string, string> = {};
  // Before the snapshot: rows that were stored by then are in it.
  const madeAt = now().toISOString();
  const { books, uploads } = await engine.readSnapshot(async (db) => {
    for (const table of Object.keys(tableKeys) as KeptTable[]) {
      signal?.throwIfAborted();
      const path = backupPaths.table(table);
      const lines = tableLines(db, table);
      digests[path] = await store.write(path, lines.text);
      rows[table] = lines.count();
    }
    const inLibrary = await db
      .selectFrom('books')
      .select(['id', 'file_id', 'title', 'format', 'cover_version', 'sha256'])
      .orderBy('id')
      .execute();
    return {
      books: [...inLibrary, ...(await booksInBin(db)), ...(await furtherFiles(db))],
      uploads: await db.selectFrom('uploads').select('id').where('state', 'in', unfinished).execute(),
    };
  });
  const files: string[] = [];
  const faults: FileFault[] = [];
  for (const book of books) {
    signal?.throwIfAborted();
    const copied = await copyBlobs(services, book, store);
    for (const [key, digest] of copied) digests[backupPaths.blob(key)] = digest;
    files.push(...copied.keys());
    faults.push(...faultsOf(book, copied));
  }
  Object.assign(digests, await copyStaged(services, uploads, store));
  await store.copyFrom(backupPaths.secret, dataFiles.secret(config.dataDir)).then((digest) => {
    digests[backupPaths.secret] = digest;
  }, ignoreMissing);
  const manifest: Omit<BackupManifest, 'checksum'> = {
    format: 'lectern-backup',
    version: backupVersion,
    made_at: madeAt,
    rows,
    files,
    faults,
    migration: newestMigration,
    digests,
  };
  await compareDigests(store, manifest, signal);
  const whole = { ...manifest, checksum: checksumOf(manifest) };
  await store.write(backupPaths.manifest, Readable.from([`${JSON.stringify(whole, null, 2)}\n`]));
  return whole;
}

/** Deleted books whose files are kept. */
async function booksInBin(db: Db): Promise<BookFiles[]> {
  const rows = await db
    .selectFrom('row_history')
    .select('row')
    .where('thing', '=', 'book')
    .where('file_bytes', 'is not', null)
    .execute();
  return rows.map(({ row }) => JSON.parse(row) as BookFiles);
}

/** The files of books beside those that are read; those in the bin were deleted with their book, or alone. */
async function furtherFiles(db: Db): Promise<BookFiles[]> {
  const columns = ['id', 'book_id', 'file_name', 'format', 'sha256'] as const;
  const inLibrary = await db.selectFrom('book_files').select(columns).orderBy('id').execute();
  const inBin = await db
    .selectFrom('row_history')
    .select('row')
    .where('thing', 'in', ['book_files', 'file'])
    .execute();
  const files = [...inLibrary, ...inBin.flatMap(({ row }) => JSON.parse(row) as typeof inLibrary)];
  return files.map(({ id, book_id, file_name, ...file }) => ({
    ...file,
    id: book_id,
    file_id: id === book_id ? null : id,
    title: file_name,
    cover_version: 0,
    isFurther: true,
  }));
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** @returns the rows of a table as lines, and a running count */
function tableLines(db: Db, table: KeptTable): { text: AsyncIterable<string>; count(): number } {
  let count = 0;
  async function* text() {
    for await (const page of rowsInPages(db, table, tableKeys[table])) {
      const rows = page.filter(({ name }) => table !== 'settings' || !isHold(name));
      count += rows.length;
      const lines = rows.map((row) => JSON.stringify(without(row, derivedColumns[table] ?? [])));
      yield `${lines.join('\n')}\n`;
    }
  }
  return { text: text(), count: () => count };
}

const without = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

type BookFiles = Pick<BookRow, 'id' | 'file_id' | 'title' | 'format' | 'cover_version' | 'sha256'> & {
  isFurther?: true;
};

/** A book does not open without these. Missing covers are regenerated. */
const neededKeys = (book: BookFiles) => [
  ...(book.format === 'none' ? [] : [blobKeys.original(book)]),
  ...(book.format === 'epub' && !book.isFurther ? [blobKeys.pack(book)] : []),
];

/** @returns the keys that exist, each with its SHA-256 */
async function copyBlobs(
  { blobs }: Pick<Services, 'blobs'>,
  book: BookFiles,
  store: BackupStore,
): Promise<Map<string, string>> {
  const covers = (Object.keys(coverSizes) as CoverSize[]).map((size) =>
    blobKeys.cover(book.id, book.cover_version, size),
  );
  const copied = new Map<string, string>();
  for (const key of [...neededKeys(book), ...covers]) {
    try {
      await using file = await blobs.local(key);
      copied.set(key, await store.copyFrom(backupPaths.blob(key), file.path));
    } catch (error) {
      if (!(error instanceof BlobNotFound) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return copied;
}

/** What is wrong with the files of a book in the library itself. */
function faultsOf(book: BookFiles, copied: ReadonlyMap<string, string>): FileFault[] {
  const { title } = book;
  const original = blobKeys.original(book);
  const missing = neededKeys(book).filter((key) => !copied.has(key));
  const changed = copied.has(original) && copied.get(original) !== book.sha256;
  return [
    ...missing.map((key) => ({ key, title, fault: 'missing' as const })),
    ...(changed ? [{ key: original, title, fault: 'changed' as const }] : []),
  ];
}

/**
 * Copies uploads that are not books yet.
 * @returns the SHA-256 of each by its path
 */
async function copyStaged(
  { staging }: Pick<Services, 'staging'>,
  uploads: readonly { id: string }[],
  store: BackupStore,
): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const { id } of uploads) {
    // One that has become a book meanwhile will be sent again.
    await using file = await staging.local(id);
    if (file === null) continue;
    const path = backupPaths.upload(id);
    try {
      digests[path] = await store.copyFrom(path, file.path);
    } catch (error) {
      ignoreMissing(error as NodeJS.ErrnoException);
    }
  }
  return digests;
}
