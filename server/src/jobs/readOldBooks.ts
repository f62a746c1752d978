import { setTimeout as pause } from 'node:timers/promises';
import { BlobNotFound, blobKeys } from '../blobs/blobs.ts';
import { changeBook } from '../books/changeBook.ts';
import { raiseRevisions } from '../changes/revisions.ts';
import { AppError } from '../common/errors.ts';
import type { ErrorLog } from '../common/runInBackground.ts';
import type { IngestedBook } from '../ingest/ingestedBook.ts';
import type { Services } from '../services/services.ts';
import { contentsRow, factsOf } from './storeBook.ts';

type ReadingServices = Pick<Services, 'db' | 'blobs' | 'ingest'>;

/** Milliseconds between two books. */
const betweenBooks = 1_000;

/**
 * Reads the file of one book again that an earlier version has read, and keeps what that did not look for. What the
 * reader has changed, the text and the places in it stay as they are.
 * @returns whether there may be more
 */
export async function readNextOldBook(services: ReadingServices): Promise<boolean> {
  const { db } = services;
  const book = await db
    .selectFrom('books')
    .select(['id', 'user_id', 'title', 'file_name', 'file_size'])
    .where('read_again', '=', 1)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (book === undefined) return false;
  const read = await fileOf(services, book);
  await db.transaction().execute(async (trx) => {
    const done = await trx
      .updateTable('books')
      .set({ read_again: 0 })
      .where('id', '=', book.id)
      .where('read_again', '=', 1)
      .executeTakeFirst();
    // Deleted, or done by another process.
    if (read === null || done.numUpdatedRows === 0n) return;
    const contents = contentsRow(read, book.id);
    if (contents)
      await trx
        .insertInto('book_contents')
        .values(contents)
        .onConflict((conflict) =>
          conflict
            .column('book_id')
            .doUpdateSet({ landmarks: contents.landmarks, page_list: contents.page_list }),
        )
        .execute();
    const { title_language, ...facts } = factsOf(read);
    const hasOwnTitle = read.metadata.title === book.title;
    await changeBook(trx, book.id, { ...facts, ...(hasOwnTitle ? { title_language } : {}) });
    await raiseRevisions(trx, book.user_id, ['books']);
  });
  return true;
}

/** What the file says; null when it is gone, or cannot be read any more. */
async function fileOf(
  { blobs, ingest }: ReadingServices,
  book: { id: string; user_id: string; file_name: string; file_size: number },
): Promise<IngestedBook | null> {
  try {
    const file = await blobs.local(blobKeys.original(book.id));
    try {
      return await ingest.read({
        userId: book.user_id,
        path: file.path,
        fileName: book.file_name,
        bytes: book.file_size,
      });
    } finally {
      await file.release();
    }
  } catch (error) {
    if (error instanceof BlobNotFound || error instanceof AppError) return null;
    throw error;
  }
}

/** Reads what is left, book by book, beside the requests. After a failure it goes on at the next start. */
export function startReadingOldBooks(services: ReadingServices, log: ErrorLog): { stop(): Promise<void> } {
  const ending = new AbortController();
  const work = async () => {
    while (!ending.signal.aborted && (await readNextOldBook(services)))
      await pause(betweenBooks, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
  };
  const done = work().catch((err: unknown) => {
    if (!ending.signal.aborted) log.error({ err }, 'older books could not be read again');
  });
  return {
    async stop() {
      ending.abort();
      await done;
    },
  };
}
