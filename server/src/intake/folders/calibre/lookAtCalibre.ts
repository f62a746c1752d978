import { randomUUID } from 'node:crypto';
import { lstat, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { chunks } from '../../../run/common/chunks.ts';
import { workFolder } from '../../staging/staging.ts';
import {
  type FileRow,
  fileRowsOf,
  newFileRow,
  removeFileRows,
  saveFileRow,
  setFileStates,
} from '../taking/folderRows.ts';
import { forEach, type Look, type Looked, type Memory, noMemory } from '../taking/look.ts';
import { FolderProblem, problems, reasons } from '../taking/problems.ts';
import { isInside, readPicture, stampOf } from '../taking/takeFile.ts';
import { addToBook, type Takes, takeIn } from '../taking/takeIn.ts';
import { libraryFile } from '../zip/libraryZip.ts';
import { applyToBook } from './applyToBook.ts';
import type { CalibreReader } from './calibreReader.ts';
import type { ListedBook } from './calibreWorker.ts';
import { copyLibrary, stampOfLibrary } from './copyLibrary.ts';
import type { CalibreList } from './libraryFile.ts';
import type { ImportedValues } from './valuesToSet.ts';

/** Books that are read from the library at once. */
const booksAtOnce = 50;

/**
 * Looks at a calibre library, whose files belong to calibre: only what it lists is taken in, once two looks have
 * found its metadata.db the same. A later look takes what calibre has changed since.
 * @throws FolderProblem; errors of disk and database
 */
export async function lookAtCalibre(look: Look, reader: CalibreReader, before: Memory): Promise<Looked> {
  const { folder, services } = look;
  const folders = [folder.path];
  const stamp = await stampOfLibrary(folder.path);
  // Another version of Lectern may read what this one could not.
  const seen = `${stamp} ${services.config.version}`;
  if (folder.seen === seen && !(await hasFileThatWasMissing(look)))
    return { memory: noMemory(), hasNews: false, waits: false, folders };
  const memory = { ...noMemory(), stamps: new Map([[libraryFile, stamp]]) };
  if (before.stamps.get(libraryFile) !== stamp) return { memory, hasNews: false, waits: true, folders };
  const copy = workFolder(services.config, randomUUID());
  try {
    await copyLibrary(folder.path, copy, stamp);
    const isComplete = await takeAll(look, reader, copy);
    if (isComplete)
      await services.db.updateTable('folders').set({ seen }).where('id', '=', folder.id).execute();
    return { memory, hasNews: true, waits: !isComplete, folders };
  } finally {
    await rm(copy, { force: true });
  }
}

/** @returns whether no book has to wait for another look */
async function takeAll(look: Look, reader: CalibreReader, copy: string): Promise<boolean> {
  const { folder, services, signal } = look;
  const { db } = services;
  const list = await reader.list(folder.user_id, copy);
  const known = await fileRowsOf(db, folder.id);
  if (list.books.length === 0 && known.size > 0) throw new FolderProblem(problems.empty);
  await markMissing(look, list, known);
  const left_out_fields = JSON.stringify(list.leftOutFields.map((name) => name.slice(0, 100)));
  await db.updateTable('folders').set({ left_out_fields }).where('id', '=', folder.id).execute();
  const isOtherVersion = folder.seen?.endsWith(` ${services.config.version}`) === false;
  const due = list.books.filter(({ source, modified }) => isDue(known.get(source), modified, isOtherVersion));
  if (due.length > 0) await look.begin(due.length);
  let waiting = 0;
  for (const some of chunks(due, booksAtOnce)) {
    if (signal.aborted) return false;
    const ids = some.map(({ id }) => id);
    await forEach(look, await reader.books(folder.user_id, copy, ids), async (listed) => {
      const row = known.get(listed.source) ?? newFileRow(folder, listed.source, {});
      if (!(await takeListed(look, row, listed))) waiting += 1;
    });
  }
  return waiting === 0 && !signal.aborted;
}

/** Whether a book is new here, has changed in calibre, is back, lacked its file, or could not be read before. */
const isDue = (row: FileRow | undefined, modified: string, isOtherVersion: boolean) =>
  row === undefined ||
  row.modified !== modified ||
  row.state === 'gone' ||
  row.state === 'kept' ||
  row.reason === reasons.missing ||
  ((row.reason !== null || row.formats !== '[]') && isOtherVersion);

async function hasFileThatWasMissing({ services: { db }, folder }: Look): Promise<boolean> {
  const rows = await db
    .selectFrom('folder_files')
    .select('path')
    .where('folder_id', '=', folder.id)
    .where('reason', '=', reasons.missing)
    .limit(1_000)
    .execute();
  for (const { path } of rows) {
    if ((await lstat(join(folder.path, path)).catch(() => null)) !== null) return true;
  }
  return false;
}

async function markMissing(
  { services: { db } }: Look,
  list: CalibreList,
  known: ReadonlyMap<string, FileRow>,
): Promise<void> {
  const listed = new Set(list.books.map(({ source }) => source));
  const missing = [...known.values()].filter(({ source }) => !listed.has(source));
  await removeFileRows(
    db,
    missing.filter(({ book_id }) => book_id === null),
  );
  await setFileStates(
    db,
    missing.filter(({ book_id, state }) => book_id !== null && state === 'taken'),
    'gone',
  );
}

/**
 * Takes in a book of a calibre library: the first of its files that Lectern reads, and what calibre says of it.
 * @param row what is known of it
 * @returns whether it is done; false when a file has to wait
 * @throws FolderProblem when there is no room; errors of disk and database
 */
async function takeListed(look: Look, row: FileRow, listed: ListedBook): Promise<boolean> {
  const { services, folder } = look;
  const isNew = row.book_id === null && listed.hasCover;
  const picture = isNew ? await readPicture(folder.path, `${listed.path}/cover.jpg`, null) : null;
  let coverStamp: string | null = null;
  const taken = await takeBestFile(look, row, listed, {
    cover: picture?.bytes,
    coverTaken: () => {
      coverStamp = picture?.stamp ?? null;
    },
  });
  if (taken === null) return false;
  const { book_id } = taken;
  const { modified } = listed;
  const imported =
    book_id === null ? null : await applyToBook(services, folder, { ...taken, book_id }, listed, coverStamp);
  if (book_id === null || imported === null) {
    await saveFileRow(services.db, { ...taken, modified, formats: '[]' });
    return true;
  }
  const applied = { ...taken, imported: JSON.stringify(imported) };
  await saveFileRow(services.db, applied);
  const { isDone, files, left } = await takeOtherFormats(look, { ...applied, book_id }, listed, imported);
  await saveFileRow(services.db, {
    ...applied,
    modified: isDone ? modified : row.modified,
    imported: JSON.stringify({ ...imported, files }),
    formats: JSON.stringify(left),
  });
  return isDone;
}

/**
 * Makes the other formats files of the book, each once: one that its reader has removed stays away.
 * @returns the formats that became files of the book, and those that did not
 */
async function takeOtherFormats(
  look: Look,
  { path: own, book_id }: FileRow & { book_id: string },
  listed: ListedBook,
  imported: ImportedValues,
): Promise<{ isDone: boolean; files: string[]; left: string[] }> {
  const files = [...(imported.files ?? [])];
  const left: string[] = [];
  let isDone = true;
  for (const path of pathsOf(listed).filter((one) => one !== own)) {
    const format = extname(path).slice(1).toUpperCase().slice(0, 20);
    if (files.includes(format)) continue;
    const added = await addToBook(look, book_id, path);
    if (added === null) isDone = false;
    else (added ? files : left).push(format);
  }
  return { isDone, files, left };
}

/** @returns the row with its file; null when it has to wait */
async function takeBestFile(
  look: Look,
  row: FileRow,
  listed: ListedBook,
  takes: Takes,
): Promise<FileRow | null> {
  const folder = listed.path || listed.values.title || row.path;
  let left: FileRow = { ...row, path: folder, state: 'left_out', reason: reasons.noFile };
  for (const path of candidates(row, listed)) {
    const inside = isInside(path);
    const state = inside ? await lstat(join(look.folder.path, path)).catch(() => null) : null;
    if (state === null) {
      if (left.reason === reasons.noFile)
        left = { ...left, path, reason: inside ? reasons.missing : reasons.outside };
      continue;
    }
    const file = { path, stamp: stampOf(state), inode: String(state.ino) };
    const isKnown = row.book_id !== null && row.stamp === file.stamp && row.reason === null;
    if (isKnown) return { ...row, path, inode: file.inode, state: 'taken', reason: null };
    const taken = await takeIn(look, row, file, takes);
    if (taken === null || taken.state === 'taken') return taken;
    if (left.reason === reasons.noFile) left = taken;
  }
  // What became a book stays one.
  return row.book_id === null ? left : { ...left, state: 'taken' };
}

/** A book keeps its format. */
function candidates({ book_id, path: taken }: FileRow, listed: ListedBook): string[] {
  const paths = pathsOf(listed);
  return book_id === null ? paths : paths.filter((one) => extname(one) === extname(taken));
}

/** Paths of its files below the library, the best first: EPUB, then others by name, PDF last. */
function pathsOf({ path, files }: ListedBook): string[] {
  const rank = (format: string) => (format === 'EPUB' ? 0 : format === 'PDF' ? 2 : 1);
  return files
    .map(({ format, name }) => ({ format: format.toUpperCase(), name }))
    .sort((a, b) => rank(a.format) - rank(b.format) || a.format.localeCompare(b.format))
    .map(({ format, name }) => `${path}/${name}.${format.toLowerCase()}`);
}
