import { LRUCache } from 'lru-cache';
import type { ErrorLog } from '../../run/common/runInBackground.ts';
import { HelperEnded, HelperPool } from '../../run/processes/HelperPool.ts';
import { BlobNotFound, type Blobs, type BookFileRef, blobKeys } from '../../store/blobs/blobs.ts';
import type { BookRow } from '../../store/schema.ts';
import type { OriginalsAnswer, OriginalsTask } from './originalsWorker.ts';
import { type PackedChapter, unpackChapter } from './packChapter.ts';
import type { Fragments, OriginalChapter } from './readOriginal.ts';

/** Cache limits: characters of chapters, and number of spines. */
const maxCharacters = 3_000_000;
const maxSpines = 500;
/** Waiting requests per book. */
const maxWaiting = 200;
/** Milliseconds per book, after which the process is ended. */
const timeLimitMs = 20_000;
/** Milliseconds after which an idle process is ended. */
const idleTimeoutMs = 60_000;
const heapMegabytes = 512;

type OriginalRef = BookFileRef & Partial<Pick<BookRow, 'source_format'>>;

/**
 * Reads uploaded EPUBs for converting positions, in a helper process, fairly between books, with an LRU cache: devices
 * often refer to the same chapter.
 */
export function createOriginals(blobs: Blobs, log: ErrorLog) {
  const helpers = new HelperPool<OriginalsTask, OriginalsAnswer>({
    script: new URL('originalsWorker.ts', import.meta.url),
    heapMegabytes,
    size: 1,
    perReader: 1,
    waiting: maxWaiting,
    timeLimitMs,
    idleTimeoutMs,
    log,
  });
  /** Null when the book is missing, or crashes the process. */
  async function ask(book: OriginalRef, spineIndex: number | null): Promise<OriginalsAnswer> {
    // A file of another format has no places of an EPUB.
    if (book.source_format) return null;
    await using file = await blobs.local(blobKeys.original(book)).catch((error: unknown) => {
      if (error instanceof BlobNotFound) return null;
      throw error;
    });
    if (file === null) return null;
    return await helpers.run(book.id, { path: file.path, spineIndex }).catch((error: unknown) => {
      if (error instanceof HelperEnded) return null;
      throw error;
    });
  }

  const spines = new LRUCache<string, Fragments, OriginalRef>({
    max: maxSpines,
    fetchMethod: async (_key, _stale, { context: book }) => {
      const fragments = (await ask(book, null)) as Fragments | null;
      // Failures are not cached.
      return fragments?.length ? fragments : undefined;
    },
  });
  const chapters = new LRUCache<string, OriginalChapter, { book: OriginalRef; spineIndex: number }>({
    maxSize: maxCharacters,
    sizeCalculation: ({ servedText }) => Math.max(1, servedText.length),
    fetchMethod: async (_key, _stale, { context: { book, spineIndex } }) => {
      const packed = (await ask(book, spineIndex)) as PackedChapter | null;
      return packed === null ? undefined : unpackChapter(packed);
    },
  });

  return {
    stop: () => helpers.stop(),
    /** The whole spine; empty when the book cannot be read. */
    fragments: async (book: OriginalRef): Promise<Fragments> =>
      (await spines.fetch(blobKeys.original(book), { context: book })) ?? [],
    /** Null for an item that is a picture, too large, or unreadable. */
    async chapter(book: OriginalRef, spineIndex: number): Promise<OriginalChapter | null> {
      const key = `${blobKeys.original(book)} ${spineIndex}`;
      return (await chapters.fetch(key, { context: { book, spineIndex } })) ?? null;
    },
  };
}

export type Originals = ReturnType<typeof createOriginals>;
