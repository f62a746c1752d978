import type { BookFile } from '@lectern/shared-contracts/api/uploads.ts';
import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import type { Selectable } from 'kysely';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import type { BookFileRef } from '../../store/blobs/blobs.ts';
import type { BookFilesTable } from '../../store/bookTables.ts';
import type { Db } from '../../store/db.ts';
import { countOf, ownRow } from '../../store/ownRows.ts';
import { listRows } from '../../store/rows.ts';
import type { BookRow } from '../../store/schema.ts';
import { fileAddress } from './bookAddresses.ts';
import { pick } from './bookFields.ts';
import { saveDigests } from './digests.ts';

export type FurtherFile = Selectable<BookFilesTable>;

/** What a file says of its edition; the work has the other details. */
const editionFields = ['language', 'publisher', 'published', 'isbn', 'isbn10', 'isbn13'] as const;
type Edition = Pick<FurtherFile, (typeof editionFields)[number]>;

/** The id of the file that is read, among the files of its book. */
export const currentFileId = ({ id, file_id }: BookFileRef): string => file_id ?? id;

/** Where a file is stored. */
export const refOf = ({ id, book_id }: Pick<FurtherFile, 'id' | 'book_id'>): BookFileRef => ({
  id: book_id,
  file_id: id === book_id ? null : id,
});

export const furtherFiles = (db: Db, bookId: string): Promise<FurtherFile[]> =>
  db
    .selectFrom('book_files')
    .selectAll()
    .where('book_id', '=', bookId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** @throws AppError not_found, also for another user's file, and for the one that is read */
export async function ownFurtherFile(
  db: Db,
  userId: string,
  { id, bookId }: { id: string; bookId: string },
): Promise<FurtherFile> {
  const file = await ownRow(db, 'book_files', userId, id);
  if (file.book_id !== bookId) throw new AppError('not_found');
  return file;
}

const tooMany = text('This book has 20 files, which is the limit. Remove one that you no longer need.');

/** @throws AppError limit_reached when a book may not get this many further files */
export async function requireRoomForFiles(
  db: Db,
  { id, user_id }: { id: string; user_id: string },
  more = 1,
): Promise<void> {
  const files = db.selectFrom('book_files').where('book_id', '=', id).where('user_id', '=', user_id);
  if ((await countOf(files)) + 1 + more > limits.filesOfBook) throw new AppError('limit_reached', tooMany);
}

export const pickEdition = (of: Edition): Edition => pick(of, editionFields);

/** The edition of a new file of a book. One that says nothing is taken for the same edition. */
export function editionOfNew(file: Edition, book: Edition): Edition {
  const { language, ...edition } = pickEdition(file);
  const isKnown = Object.values(edition).some((value) => value !== null);
  return { ...(isKnown ? edition : pickEdition(book)), language: language ?? book.language } as Edition;
}

/** The file that a book has been read in, as one of its further files. */
export function asFurtherFile(
  book: BookRow & { format: 'epub' | 'pdf' },
  more: Pick<FurtherFile, 'content_digest' | 'places'>,
): FurtherFile {
  return {
    ...pick(book, ['user_id', 'source_format', 'file_name', 'file_size', 'created_at', ...editionFields]),
    ...more,
    id: currentFileId(book),
    book_id: book.id,
    format: book.format,
    sha256: book.sha256 ?? '',
    extra_bytes: Buffer.byteLength(more.places),
  };
}

/** Whether two languages differ by more than their region; unknown ones do not. */
export function isOtherLanguage(one: string | null, other: string | null): boolean {
  const [a, b] = [one, other].map((tag) => tag?.toLowerCase().split(/[-_]/)[0] ?? '');
  return a !== '' && b !== '' && a !== b;
}

/** partialMd5 of the file that is read; null when unknown. */
export async function currentDigest(db: Db, bookId: string): Promise<string | null> {
  const digests = await listRows(db, 'book_digests', { book_id: bookId, kind: 'content' }, ['digest']);
  const further = new Set((await furtherFiles(db, bookId)).map(({ content_digest }) => content_digest));
  return digests.find(({ digest }) => !further.has(digest))?.digest ?? null;
}

/**
 * Records by which digests devices know a book: those of all its files.
 * @param current partialMd5 of the file that is read; null when unknown
 */
export async function saveAllDigests(
  db: Db,
  book: Pick<BookRow, 'id' | 'user_id' | 'file_name' | 'title' | 'author'>,
  current: string | null,
): Promise<void> {
  await db.deleteFrom('book_digests').where('book_id', '=', book.id).execute();
  if (current !== null) await saveDigests(db, book, current);
  for (const { file_name, content_digest } of await furtherFiles(db, book.id))
    if (content_digest !== null) await saveDigests(db, { ...book, file_name }, content_digest);
}

/** The files of a book as the API returns them, first the one that is read. */
export function asBookFiles(
  services: Pick<Services, 'config' | 'signedUrls'>,
  book: BookRow,
  further: readonly FurtherFile[],
  { sessionId }: { sessionId: string },
): BookFile[] {
  const { format } = book;
  const shown = ['file_name', 'file_size', 'language', 'publisher', 'published', 'created_at'] as const;
  const isbnOf = ({ isbn, isbn10, isbn13 }: Edition) => isbn13 ?? isbn10 ?? isbn;
  const sourceOf = ({ source_format }: Pick<BookRow, 'source_format'>) =>
    source_format ? { source_format } : {};
  const read = format === 'none' ? [] : [{ ...book, format }];
  return [
    ...read.map((file) => ({
      ...pick(file, [...shown, 'format']),
      ...sourceOf(file),
      id: currentFileId(book),
      current: true,
      isbn: isbnOf(book),
      url: fileAddress(services, book, sessionId),
    })),
    ...further.map((file) => ({
      ...pick(file, [...shown, 'format', 'id']),
      ...sourceOf(file),
      current: false,
      isbn: isbnOf(file),
      url: fileAddress(services, refOf(file), sessionId),
    })),
  ];
}
