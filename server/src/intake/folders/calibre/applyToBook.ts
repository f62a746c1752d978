import { applyStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { newCoverVersion } from '../../../library/books/bookAddresses.ts';
import { changeBook } from '../../../library/books/changeBook.ts';
import { AppError } from '../../../run/common/errors.ts';
import { bytesOf, requireRoom } from '../../../store/bounds.ts';
import { changeAndNotify } from '../../../store/changes/revisions.ts';
import type { Db } from '../../../store/db.ts';
import { findRow } from '../../../store/rows.ts';
import type { BookRow } from '../../../store/schema.ts';
import { storeCover } from '../../jobs/storeCover.ts';
import type { FileRow, FolderRow } from '../taking/folderRows.ts';
import { FolderProblem } from '../taking/problems.ts';
import { type FolderServices, readPicture } from '../taking/takeFile.ts';
import type { ListedBook } from './calibreWorker.ts';
import { type ImportedValues, valuesToSet } from './valuesToSet.ts';

/**
 * Gives a book what calibre says of it, and its cover. Nothing that its reader has changed is overwritten.
 * @param coverStamp of the cover that it got with its file, if it did
 * @returns what is to be remembered; null when the book is no longer here
 * @throws FolderProblem when the reader's library is full
 */
export async function applyToBook(
  services: FolderServices,
  folder: FolderRow,
  row: FileRow & { book_id: string },
  listed: ListedBook,
  coverStamp: string | null,
): Promise<ImportedValues | null> {
  const before = row.imported === null ? null : (JSON.parse(row.imported) as ImportedValues);
  const isNew = row.upload_id === row.book_id;
  const changed = await changeAndNotify(services, folder.user_id, ['books'], (db) =>
    setValues(db, services, row, { listed, before, isNew }),
  ).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'limit_reached'
      ? new FolderProblem(error.message)
      : error;
  });
  if (changed === null) return null;
  const { book, imported } = changed;
  const hasCover = isNew && coverStamp !== null;
  const cover = hasCover
    ? { stamp: coverStamp, version: book.cover_version }
    : await setCover(services, folder, book, { listed, before, isNew });
  return {
    values: imported,
    isRead: listed.isRead,
    cover: cover ?? before?.cover ?? null,
    files: before?.files ?? [],
  };
}

interface Import {
  listed: ListedBook;
  before: ImportedValues | null;
  isNew: boolean;
}

async function setValues(
  db: Db,
  { now }: Pick<FolderServices, 'now'>,
  { book_id, user_id }: FileRow & { book_id: string },
  { listed, before, isNew }: Import,
): Promise<{ book: BookRow; imported: ImportedValues['values'] } | null> {
  const book = await findRow(db, 'books', { id: book_id, user_id });
  if (book === undefined) return null;
  const given = { values: listed.values, before: before?.values ?? null, isNew };
  const { changes, imported } = valuesToSet(book, given);
  const status = listed.isRead && before?.isRead !== true ? statusOfRead(book) : {};
  if (Object.keys({ ...changes, ...status }).length === 0) return { book, imported };
  const { title, author, description, genre, tags, publisher, series } = { ...book, ...changes };
  const bytes = bytesOf(title, author, description, genre, tags, publisher, series) - Number(book.bytes);
  await requireRoom(db, user_id, 'books', { rows: 0, bytes });
  const changed = await changeBook(db, book.id, {
    ...changes,
    ...status,
    // The language in the file applies to its own title only.
    ...(title === book.title ? {} : { title_language: null }),
    updated_at: now().toISOString(),
  });
  return { book: changed, imported };
}

/** For a book that was read before it came here; at an unknown time, so without a date. */
function statusOfRead(
  book: BookRow,
): Partial<Pick<BookRow, 'status' | 'is_reading' | 'completed' | 'progress'>> {
  if (book.status !== 'unread' || book.progress > 0 || book.last_opened !== null) return {};
  const unread = { progress: 0, completed: true, completed_at: null, last_opened: null };
  const { status, is_reading, completed, progress } = applyStatus(unread, 'completed', book.updated_at);
  return { status, is_reading: Number(is_reading), completed: Number(completed), progress };
}

/** @returns null when the book keeps its cover */
async function setCover(
  services: FolderServices,
  folder: FolderRow,
  book: BookRow,
  { listed, before, isNew }: Import,
): Promise<ImportedValues['cover']> {
  if (!listed.hasCover) return null;
  const isOurs = before?.cover
    ? before.cover.version === book.cover_version
    : isNew || book.cover_source === 'generated';
  if (!isOurs) return null;
  const found = await readPicture(folder.path, `${listed.path}/cover.jpg`, before?.cover?.stamp ?? null);
  if (found === null) return null;
  const version = newCoverVersion();
  const cover = { userId: folder.user_id, book, version, picture: found.bytes };
  const commit = () =>
    changeAndNotify(services, folder.user_id, ['books'], (db) =>
      changeBook(db, book.id, {
        cover_version: version,
        cover_source: 'file',
        updated_at: services.now().toISOString(),
      }),
    );
  return storeCover(services, cover, commit).then(
    () => ({ stamp: found.stamp, version }),
    // A picture that cannot be read is no reason to do without the book.
    (error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    },
  );
}
