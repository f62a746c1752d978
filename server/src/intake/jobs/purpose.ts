import { firstCoverVersion, newCoverVersion } from '../../library/books/bookAddresses.ts';
import { type FurtherFile, refOf } from '../../library/books/bookFiles.ts';
import { AppError } from '../../run/common/errors.ts';
import { type BookFileRef, blobKeys, type CoverSize } from '../../store/blobs/blobs.ts';
import type { Db } from '../../store/db.ts';
import { findOwn } from '../../store/ownRows.ts';
import type { BookRow, UploadsTable } from '../../store/schema.ts';
import { type Quotes, quotesInLanguage } from './quotesToFind.ts';
import { bookToReplace } from './replaceFile.ts';
import { samplesOf } from './sameWork.ts';

type Upload = UploadsTable;
/** What becomes of a file. */
export type Purpose =
  /** It is a book, new or without a file until now. */
  | { kind: 'book' }
  /** It is read instead of the file of a book, which is deleted; perhaps only when it is of the same work. */
  | { kind: 'replace'; book: BookRow; isSameWork: boolean }
  /** It is stored already and is read instead of the file of its book, which stays. */
  | { kind: 'choose'; book: BookRow; file: FurtherFile }
  /** It is a further file of a book. */
  | { kind: 'add'; book: BookRow }
  /** It is stored already and is a book of its own. */
  | { kind: 'separate'; file: FurtherFile };

/** @throws AppError not_found when its book or file was deleted meanwhile */
export async function purposeOf(db: Db, upload: Upload): Promise<Purpose> {
  const { user_id, chosen_file, for_book } = upload;
  const replaced = await bookToReplace(db, upload);
  if (chosen_file !== null) {
    const file = await findOwn(db, 'book_files', user_id, chosen_file);
    if (file === undefined) throw new AppError('not_found');
    return replaced ? { kind: 'choose', book: replaced, file } : { kind: 'separate', file };
  }
  if (replaced) return { kind: 'replace', book: replaced, isSameWork: for_book !== null };
  const book = for_book === null ? undefined : await findOwn(db, 'books', user_id, for_book);
  return book !== undefined && book.format !== 'none' ? { kind: 'add', book } : { kind: 'book' };
}

/** What to search for in a file that is read instead of another. */
export async function quotesFor(db: Db, purpose: Purpose): Promise<Quotes> {
  if (purpose.kind !== 'choose' && purpose.kind !== 'replace') return { quotes: [], places: new Map() };
  const language = purpose.kind === 'choose' ? purpose.file.language : null;
  const { quotes, places } = await quotesInLanguage(db, purpose.book, language);
  const samples = purpose.kind === 'replace' && purpose.isSameWork ? await samplesOf(db, purpose.book) : [];
  return { quotes: [...quotes, ...samples], places };
}

/** Where the file itself is stored before its upload is done. */
export function fileRefOf({ id, book_id }: Upload, purpose: Purpose): BookFileRef {
  switch (purpose.kind) {
    case 'book':
      return { id: book_id ?? id, file_id: null };
    case 'separate':
      return { id, file_id: null };
    case 'choose':
      return refOf(purpose.file);
    default:
      return { id: purpose.book.id, file_id: id };
  }
}

/** Keys for the files of an upload. */
export interface FileKeys {
  original: string;
  /** Null when only the file itself is stored. */
  pack: string | null;
  coverVersion: number;
  /** Null when the book keeps its cover. */
  cover: ((size: CoverSize) => string) | null;
}

/** @param placeholder the book without a file that gets this one */
export function keysFor(upload: Upload, purpose: Purpose, placeholder: BookRow | null): FileKeys {
  const ref = placeholder ? { id: placeholder.id, file_id: null } : fileRefOf(upload, purpose);
  const isNew = purpose.kind === 'book' || purpose.kind === 'separate';
  const coverVersion = isNew && placeholder === null ? firstCoverVersion : newCoverVersion();
  return {
    original: blobKeys.original(ref),
    pack: purpose.kind === 'add' ? null : blobKeys.pack(ref),
    coverVersion,
    cover: isNew ? (size) => blobKeys.cover(ref.id, coverVersion, size) : null,
  };
}
