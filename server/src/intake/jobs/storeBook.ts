import { unreadBook } from '../../library/books/bookFields.ts';
import { saveAllDigests } from '../../library/books/bookFiles.ts';
import { bookKeys } from '../../library/books/bookKeys.ts';
import { changeBook } from '../../library/books/changeBook.ts';
import { fileNotesJson } from '../../library/books/fileNotes.ts';
import { tagColumns } from '../../library/books/tags.ts';
import type { Services } from '../../run/services/services.ts';
import type { BookContentsTable } from '../../store/bookTables.ts';
import { raiseRevisions } from '../../store/changes/revisions.ts';
import type { Db } from '../../store/db.ts';
import { addRows, changeRows } from '../../store/rows.ts';
import type { BookRow, NewBook, UploadsTable } from '../../store/schema.ts';
import type { IngestedBook } from '../ingest/ingestedBook.ts';
import { cleanLine } from '../ingest/plainText.ts';
import { extraBytes } from '../uploads/storageQuota.ts';
import { exchangeFiles, movePlaces, separateFurtherFile } from './chosenFile.ts';
import { fillPlaceholderBook } from './placeholderBook.ts';
import type { Purpose } from './purpose.ts';
import type { StoredPlace } from './quotesToFind.ts';
import { bookToReplace, fileColumns, removeOldParts } from './replaceFile.ts';
import { storeAnnotations } from './storeAnnotations.ts';

/** The upload or its user was deleted meanwhile. */
export class UploadGone extends Error {}

export interface StoredUpload {
  upload: UploadsTable;
  sha256: string;
  /** partialMd5 of the file. */
  contentDigest: string;
  bytes: number;
  coverVersion: number;
  /** The book without a file that gets this one. */
  placeholder: BookRow | null;
  /** The book that a new one may be the same as. */
  perhapsSameAs: string | null;
  purpose: Purpose;
  /** The places in the file that is replaced, as they were searched for. */
  places: ReadonlyMap<string, StoredPlace>;
}

/**
 * Stores a book with all its parts and marks its upload as done, in one transaction. Only the search index follows
 * later (indexPassagesOf).
 * @throws UploadGone; a database error when the user already has the same file
 */
export async function storeBook(
  { db, engine, now, liveEvents }: Pick<Services, 'db' | 'engine' | 'now' | 'liveEvents'>,
  ingested: IngestedBook,
  {
    upload,
    purpose,
    sha256,
    contentDigest,
    bytes,
    coverVersion,
    placeholder,
    perhapsSameAs,
    places,
  }: StoredUpload,
): Promise<void> {
  const timestamp = now().toISOString();
  const newBook = bookRow(ingested, upload, { sha256, bytes, coverVersion, timestamp });
  const revisions = await db.transaction().execute(async (trx) => {
    await finishUpload(trx, upload, timestamp);
    const old = await bookToReplace(trx, upload);
    const change =
      old &&
      (purpose.kind === 'choose' ? await exchangeFiles(trx, old, purpose.file) : { file_id: upload.id });
    if (old) await removeOldParts(trx, old, { now: now(), keepsFile: purpose.kind === 'choose' });
    const left = purpose.kind === 'separate' ? await separateFurtherFile(trx, purpose.file, now()) : [];
    if (!placeholder && !old)
      await addRows(trx, 'books', {
        ...newBook,
        ...bookKeys(newBook.title, newBook.author),
        perhaps_same_as: perhapsSameAs,
      });
    // The user's title, details and cover stay; file data comes from the new file.
    const book = old
      ? await changeBook(trx, old.id, { ...fileColumns(newBook), ...change })
      : placeholder
        ? await fillPlaceholderBook(trx, placeholder, newBook)
        : newBook;
    await changeRows(trx, 'uploads', { id: upload.id }, { book_id: book.id });
    await insertParts(trx, ingested, book, engine.indexesPassagesLater ? 0 : 1);
    await saveAllDigests(trx, book, contentDigest);
    const file = purpose.kind === 'choose' ? purpose.file : null;
    const changed = old
      ? await movePlaces(trx, old, { ingested, quotes: places, file }, now())
      : await storeAnnotations(trx, ingested.annotations ?? [], book, now());
    return raiseRevisions(trx, book.user_id, [...new Set(['books' as const, ...left, ...changed])]);
  });
  liveEvents.changed(newBook.user_id, revisions);
}

/**
 * Marks an upload as done.
 * @throws UploadGone
 */
export async function finishUpload(trx: Db, upload: UploadsTable, updated_at: string): Promise<void> {
  const claimed = await changeRows(
    trx,
    'uploads',
    { id: upload.id, state: 'ingesting', attempts: upload.attempts },
    { state: 'done', progress: 1, duplicate: 0, error: null, updated_at },
  );
  if (claimed === 0) throw new UploadGone();
}

async function insertParts(trx: Db, ingested: IngestedBook, book: NewBook, indexed: 0 | 1): Promise<void> {
  const { id } = book;
  const contents = contentsRow(ingested, id);
  if (contents) await addRows(trx, 'book_contents', contents);
  const spine = ingested.spine.map((item, idx) => ({
    ...item,
    book_id: id,
    idx,
    linear: item.linear ? 1 : 0,
    rendition: item.rendition ? JSON.stringify(item.rendition) : null,
    malformed: item.malformed ? 1 : 0,
    overlay: item.overlay ?? null,
  }));
  await addRows(trx, 'spine_items', spine);
  const resources = ingested.resources.map((resource) => ({ ...resource, book_id: id }));
  await addRows(trx, 'resources', resources);
  const passages = ingested.passages.map((passage, seq) => ({
    ...passage,
    book_id: id,
    user_id: book.user_id,
    seq,
    indexed,
  }));
  await addRows(trx, 'passages', passages);
}

/** Row of the table of contents; null when there is none. */
function contentsRow(
  { toc, landmarks, page_list }: Pick<IngestedBook, 'toc' | 'landmarks' | 'page_list'>,
  bookId: string,
): BookContentsTable | null {
  if (toc.length === 0 && !landmarks && !page_list) return null;
  return {
    book_id: bookId,
    toc: JSON.stringify(toc),
    landmarks: landmarks ? JSON.stringify(landmarks) : null,
    page_list: page_list ? JSON.stringify(page_list) : null,
  };
}

/** File data beside the metadata that the user may change. */
const factsOf = ({ metadata: { accessibility, title_language }, notes, unread, unshown }: IngestedBook) => ({
  title_language: title_language ?? null,
  accessibility: accessibility ? JSON.stringify(accessibility) : null,
  file_notes: fileNotesJson(notes, { unread, unshown }),
});

function bookRow(
  ingested: IngestedBook,
  upload: UploadsTable,
  {
    sha256,
    bytes,
    coverVersion,
    timestamp,
  }: Pick<StoredUpload, 'sha256' | 'bytes' | 'coverVersion'> & { timestamp: string },
): NewBook {
  return {
    ...unreadBook,
    // The id of the upload, so that an ingest after a crash finds and overwrites its files.
    id: upload.id,
    user_id: upload.user_id,
    sha256,
    format: ingested.format,
    source_format: ingested.source_format ?? null,
    file_name: cleanLine(upload.filename, 255),
    file_size: bytes,
    extra_bytes: extraBytes(ingested, bytes),
    pack_digest: ingested.packDigest,
    ...ingested.metadata,
    ...tagColumns(ingested.metadata.tags ?? []),
    page_count: ingested.page_count,
    word_count: ingested.word_count,
    cover_source: ingested.cover_source,
    cover_version: coverVersion,
    layout: ingested.layout,
    direction: ingested.direction,
    opf: ingested.opf,
    ...factsOf(ingested),
    created_at: timestamp,
    updated_at: timestamp,
    revision: 0,
  };
}
