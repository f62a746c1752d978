import { lstat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type FileRow, saveFileRow } from '../taking/folderRows.ts';
import type { Look } from '../taking/look.ts';
import { reasons } from '../taking/problems.ts';
import { isInside, readPicture, stampOf } from '../taking/takeFile.ts';
import { type Takes, takeIn } from '../taking/takeIn.ts';
import { applyToBook } from './applyToBook.ts';
import type { ListedBook } from './calibreWorker.ts';

/**
 * Takes in a book of a calibre library: the first of its files that Lectern reads, and what calibre says of it.
 * @param row what is known of it
 * @returns whether it is done; false when a file has to wait
 * @throws FolderProblem when there is no room; errors of disk and database
 */
export async function takeListed(look: Look, row: FileRow, listed: ListedBook): Promise<boolean> {
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
  const { book_id, path } = taken;
  const own = extname(path).slice(1).toUpperCase();
  const formats = listed.files.map(({ format }) => format.toUpperCase().slice(0, 20));
  const others = book_id === null ? [] : formats.filter((format) => format !== own);
  const done: FileRow = { ...taken, modified: listed.modified, formats: JSON.stringify(others) };
  const imported =
    book_id === null ? null : await applyToBook(services, folder, { ...done, book_id }, listed, coverStamp);
  await saveFileRow(services.db, {
    ...done,
    imported: imported === null ? row.imported : JSON.stringify(imported),
  });
  return true;
}

/** @returns the row with its file; null when it has to wait */
async function takeBestFile(
  look: Look,
  row: FileRow,
  listed: ListedBook,
  takes: Takes,
): Promise<FileRow | null> {
  let left: FileRow = { ...row, state: 'left_out', reason: reasons.noFile };
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

/** Paths of its files below the library, the best first: EPUB, then others by name, PDF last. */
function candidates({ book_id, path: taken }: FileRow, { path, files }: ListedBook): string[] {
  const rank = (format: string) => (format === 'EPUB' ? 0 : format === 'PDF' ? 2 : 1);
  const paths = files
    .map(({ format, name }) => ({ format: format.toUpperCase(), name }))
    .sort((a, b) => rank(a.format) - rank(b.format) || a.format.localeCompare(b.format))
    .map(({ format, name }) => `${path}/${name}.${format.toLowerCase()}`);
  // A book keeps its format.
  return book_id === null ? paths : paths.filter((one) => extname(one) === extname(taken));
}
