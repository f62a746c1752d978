import { setTimeout as pause } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { indexPassagesOf } from '../../answers/search/indexPassages.ts';
import { changeBook } from '../../library/books/changeBook.ts';
import { fileNotesJson, shownFileNotes, unreadPagesIn } from '../../library/books/fileNotes.ts';
import { AppError } from '../../run/common/errors.ts';
import type { ErrorLog } from '../../run/common/runInBackground.ts';
import type { Services } from '../../run/services/services.ts';
import { BlobNotFound, type BookFileRef, blobKeys } from '../../store/blobs/blobs.ts';
import { raiseRevisions } from '../../store/changes/revisions.ts';
import type { BooksTable } from '../../store/schema.ts';
import type { IngestedBook, UnreadPages } from '../ingest/ingestedBook.ts';
import type { UseOfBook } from '../ingest/ingestQueue.ts';
import { extraBytes, requireQuotaForText } from '../uploads/storageQuota.ts';
import { storeAnnotations } from './storeAnnotations.ts';
import { insertPassages } from './storeBook.ts';

type PartlyReadBook = Pick<
  Selectable<BooksTable>,
  'id' | 'file_id' | 'user_id' | 'file_name' | 'file_size' | 'file_notes' | 'extra_bytes' | 'word_count'
>;

/** Milliseconds between two books, and between checks for more. */
const pauseMs = 1_000;
const pollIntervalMs = 10 * 60_000;

/**
 * Reads on in the next PDF that was not read completely.
 * @returns whether there may be more
 */
export async function readNextUnfinishedPdf(services: RereadServices): Promise<boolean> {
  const { db } = services;
  const book = await db
    .selectFrom('books')
    .select(['id', 'file_id', 'user_id', 'file_name', 'file_size', 'file_notes', 'extra_bytes', 'word_count'])
    .where('read_again', '=', 1)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (book === undefined) return false;
  const from = unreadPagesIn(book.file_notes)?.from;
  if (from) await readRemainingPages(services, book, from);
  else await db.updateTable('books').set({ read_again: 0 }).where('id', '=', book.id).execute();
  return true;
}

/**
 * Reads the remaining pages of an incomplete PDF within the time limit, and adds them to the search index. When no
 * page could be read, it is not tried again.
 */
async function readRemainingPages(
  services: RereadServices,
  book: PartlyReadBook,
  from: number,
): Promise<void> {
  const { db, engine, now } = services;
  const useText = async (pages: IngestedBook) => {
    await requireQuotaForText(services, book.user_id, extraBytes(pages, 0));
    return pages;
  };
  // Null also when the user's quota is exhausted.
  const read = await readStoredFile(services, book, useText, from);
  const raised = await db.transaction().execute(async (trx) => {
    const claimed = await trx
      .updateTable('books')
      .set({ read_again: read && leftAfter(book, read, from)?.from ? 1 : 0 })
      .where('id', '=', book.id)
      .where('read_again', '=', 1)
      .where('file_notes', '=', book.file_notes)
      .executeTakeFirst();
    // Deleted, replaced, or processed by another process.
    if (claimed.numUpdatedRows === 0n || !read) return null;
    const { last } = await trx
      .selectFrom('passages')
      .select(({ fn }) => fn.max('seq').as('last'))
      .where('book_id', '=', book.id)
      .executeTakeFirstOrThrow();
    await insertPassages(trx, read.passages, book, {
      first: last === null ? 0 : Number(last) + 1,
      indexed: engine.indexesPassagesLater ? 0 : 1,
    });
    const changed = await storeAnnotations(trx, read.annotations ?? [], book, now());
    await changeBook(trx, book.id, {
      word_count: book.word_count + read.word_count,
      extra_bytes: Number(book.extra_bytes) + extraBytes(read, 0),
      file_notes: fileNotesJson(shownFileNotes(book.file_notes).file_notes ?? [], {
        unread: leftAfter(book, read, from),
      }),
    });
    return raiseRevisions(trx, book.user_id, ['books', ...changed]);
  });
  if (!raised) return;
  services.liveEvents.changed(book.user_id, raised);
  await indexPassagesOf(services, book.id);
}

/** Pages that are still unread; null for none. */
function leftAfter(book: PartlyReadBook, read: IngestedBook, from: number): UnreadPages | null {
  const before = (unreadPagesIn(book.file_notes)?.count ?? 0) - (read.page_count - from + 1);
  const count = before + (read.unread?.count ?? 0);
  const next = read.unread?.from ?? null;
  return count > 0 ? { count, from: next !== null && next > from ? next : null } : null;
}

/** Reads unfinished PDFs one by one in the background, and checks for more now and then. */
export function startReadingRemainingPages(
  services: RereadServices,
  log: ErrorLog,
): { stop(): Promise<void> } {
  const ending = new AbortController();
  const work = async () => {
    while (!ending.signal.aborted) {
      const hasMore = await readNextUnfinishedPdf(services).catch((err: unknown) => {
        if (!ending.signal.aborted) log.error({ err }, 'the remaining pages of a book could not be read');
        return false;
      });
      const rest = hasMore ? pauseMs : pollIntervalMs;
      await pause(rest, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
    }
  };
  const done = work();
  return {
    async stop() {
      ending.abort();
      await done;
    },
  };
}

/** A book whose file is read again. */
type StoredBook = BookFileRef & { user_id: string; file_name: string; file_size: number };

/** The services that reading a stored book again needs. */
type RereadServices = Pick<Services, 'db' | 'engine' | 'blobs' | 'ingest' | 'config' | 'now' | 'liveEvents'>;

/**
 * Reads the stored file of a book again.
 * @param firstPage of a PDF, from which to extract text
 * @returns null when the file is missing or unreadable, or `use` refuses it
 */
async function readStoredFile<Result>(
  { blobs, ingest }: RereadServices,
  book: StoredBook,
  use: UseOfBook<Result>,
  firstPage = 1,
): Promise<Result | null> {
  try {
    await using local = await blobs.local(blobKeys.original(book));
    const { user_id: userId, file_name: fileName, file_size: bytes } = book;
    return await ingest.read({ userId, path: local.path, fileName, bytes, firstPage }, use);
  } catch (error) {
    if (error instanceof BlobNotFound || error instanceof AppError) return null;
    throw error;
  }
}
