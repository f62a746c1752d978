import { setTimeout as pause } from 'node:timers/promises';
import { changeBook } from '../books/changeBook.ts';
import { unreadPagesIn } from '../books/fileNotes.ts';
import { removeLateFiles } from '../books/removeLateFiles.ts';
import { raiseRevisions } from '../changes/revisions.ts';
import type { ErrorLog } from '../common/runInBackground.ts';
import type { IngestedBook, PackedResource } from '../ingest/ingestedBook.ts';
import type { Db } from '../store/db.ts';
import { addToPack } from './addToPack.ts';
import { readRemainingPages } from './readRemainingPages.ts';
import { type RereadServices, readStoredFile, type StoredBook } from './readStoredFile.ts';
import { contentsRow, factsOf } from './storeBook.ts';

/** Milliseconds between two books, and between checks for more. */
const pauseMs = 1_000;
const pollIntervalMs = 10 * 60_000;

/**
 * Reads the file of one book that an earlier version has ingested, and stores what that version did not extract. The
 * user's changes, the text and all positions stay. For an incomplete PDF, reads the remaining pages.
 * @returns whether there may be more
 */
export async function readNextOldBook(services: RereadServices): Promise<boolean> {
  const { db } = services;
  const book = await db
    .selectFrom('books')
    .select([
      'id',
      'file_id',
      'user_id',
      'title',
      'author',
      'file_name',
      'file_size',
      'file_notes',
      'extra_bytes',
      'word_count',
    ])
    .where('read_again', '=', 1)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (book === undefined) return false;
  const unread = unreadPagesIn(book.file_notes);
  if (unread?.from) {
    await readRemainingPages(services, book, unread.from);
    return true;
  }
  const read = await readAndAddResources(services, book);
  await db.transaction().execute(async (trx) => {
    const done = await trx
      .updateTable('books')
      .set({ read_again: 0 })
      .where('id', '=', book.id)
      .where('read_again', '=', 1)
      .executeTakeFirst();
    // Deleted, or processed by another process.
    if (done.numUpdatedRows === 0n || read === null) return;
    const contents = contentsRow(read.book, book.id);
    const { toc, ...lists } = contents ?? {};
    const isPdf = read.book.format === 'pdf';
    const changes = isPdf ? { toc } : read.added && lists;
    if (contents && changes)
      await trx
        .insertInto('book_contents')
        .values(contents)
        .onConflict((conflict) => conflict.column('book_id').doUpdateSet(changes))
        .execute();
    if (read.added) await storeLayoutAndSound(trx, book.id, read.book, read.added);
    const { title_language, ...facts } = factsOf(read.book);
    const { title, author, author_sort = null } = read.book.metadata;
    // Of a PDF, which pages are unread belongs to its stored text.
    const { file_notes, ...others } = facts;
    await changeBook(trx, book.id, {
      ...(isPdf ? others : facts),
      ...(title === book.title ? { title_language } : {}),
      ...(author === book.author ? { author_sort } : {}),
      // Its pack is longer now.
      ...(read.added?.length ? { pack_digest: null } : {}),
    });
    await raiseRevisions(trx, book.user_id, ['books']);
  });
  await removeLateFiles(services, book.id);
  return true;
}

interface ReadBook {
  book: IngestedBook;
  /** Resources added to the pack; null when the stored chapters differ from the file's. */
  added: PackedResource[] | null;
}

/** Reads the file, and adds missing resources to the pack; null when it is missing or unreadable. */
async function readAndAddResources(services: RereadServices, old: StoredBook): Promise<ReadBook | null> {
  const { db, blobs } = services;
  return readStoredFile(services, old, async (book, workDir) => {
    if (!book.packFile || !(await hasChaptersOf(db, old.id, book))) return { book, added: null };
    const missing = await missingResources(db, old.id, book);
    return { book, added: await addToPack(blobs, old, missing, { workDir, packFile: book.packFile }) };
  });
}

/** Whether the stored chapters have the same text as the file's: positions refer to it. */
async function hasChaptersOf(db: Db, bookId: string, { spine }: IngestedBook): Promise<boolean> {
  const stored = await db
    .selectFrom('spine_items')
    .select(['href', 'characters'])
    .where('book_id', '=', bookId)
    .orderBy('idx')
    .execute();
  return (
    stored.length === spine.length &&
    stored.every(({ href, characters }, idx) => {
      const item = spine[idx];
      return href === item?.href && Number(characters) === item.characters;
    })
  );
}

/** Resources of the file that an earlier version did not serve. */
async function missingResources(
  db: Db,
  bookId: string,
  { resources }: IngestedBook,
): Promise<PackedResource[]> {
  const stored = await db.selectFrom('resources').select('path').where('book_id', '=', bookId).execute();
  const paths = new Set(stored.map(({ path }) => path));
  return resources.filter(({ path }) => !paths.has(path));
}

async function storeLayoutAndSound(
  trx: Db,
  bookId: string,
  { spine }: IngestedBook,
  added: readonly PackedResource[],
): Promise<void> {
  for (const resource of added)
    await trx
      .insertInto('resources')
      .values({ ...resource, book_id: bookId })
      .execute();
  for (const [idx, { rendition, overlay, malformed }] of spine.entries()) {
    if (!rendition && !overlay && !malformed) continue;
    await trx
      .updateTable('spine_items')
      .set({
        rendition: rendition ? JSON.stringify(rendition) : null,
        overlay: overlay ?? null,
        malformed: malformed ? 1 : 0,
      })
      .where('book_id', '=', bookId)
      .where('idx', '=', idx)
      .execute();
  }
}

/** Processes old books one by one in the background, and checks for more now and then. */
export function startReadingOldBooks(services: RereadServices, log: ErrorLog): { stop(): Promise<void> } {
  const ending = new AbortController();
  const work = async () => {
    while (!ending.signal.aborted) {
      const hasMore = await readNextOldBook(services).catch((err: unknown) => {
        if (!ending.signal.aborted) log.error({ err }, 'a book could not be read again');
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
