import type { ErrorLog } from '../../run/common/runInBackground.ts';
import { TaskProcess } from '../../run/processes/TaskProcess.ts';
import { FairQueue } from '../../run/scheduling/FairQueue.ts';
import { BlobNotFound, type Blobs, type BookFileRef, blobKeys } from '../../store/blobs/blobs.ts';
import type { OriginalsAnswer, OriginalsTask } from './originalsWorker.ts';
import { type PackedChapter, unpackChapter } from './packChapter.ts';
import type { Fragment, OriginalChapter } from './readOriginal.ts';

/** Uploaded EPUBs, for converting positions. */
export interface Originals {
  /** The whole spine; empty when the book cannot be read. */
  fragments(book: BookFileRef): Promise<readonly Fragment[]>;
  /** Null for an item that is a picture, too large, or unreadable. */
  chapter(book: BookFileRef, spineIndex: number): Promise<OriginalChapter | null>;
  stop(): Promise<void>;
}

/** Cache limits: characters of chapters, and number of spines. */
const maxCharacters = 3_000_000;
const maxSpines = 500;
/** Waiting requests per book. */
const maxWaiting = 200;
/** Milliseconds per book, after which the process is ended. */
const timeLimit = 20_000;
/** Milliseconds after which an idle process is ended. */
const idleTimeoutMs = 60_000;
const heapMegabytes = 512;

/**
 * Reads chapters in a helper process, fairly between books, with an LRU cache: devices often refer to the same
 * chapter.
 */
export function createOriginals(blobs: Blobs, log: ErrorLog): Originals {
  const turns = new FairQueue({ total: 1, perReader: 1, waiting: maxWaiting });
  const helper = new TaskProcess<OriginalsTask, OriginalsAnswer>({
    script: new URL('../../../originalsWorker.mjs', import.meta.url),
    heapMegabytes,
    timeLimit,
    idleTimeoutMs,
    log,
  });
  const spines = new Map<string, Promise<readonly Fragment[]>>();
  const chapters = new Map<string, Promise<OriginalChapter | null>>();
  const sizes = new Map<string, number>();

  function forgetOldest(): void {
    let held = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const [key, size] of sizes) {
      if (held <= maxCharacters || sizes.size === 1) return;
      held -= size;
      sizes.delete(key);
      chapters.delete(key);
    }
  }

  /** Null when the book is missing, or crashes the process. */
  async function ask(book: BookFileRef, spineIndex: number | null): Promise<OriginalsAnswer> {
    await using file = await blobs.local(blobKeys.original(book)).catch((error: unknown) => {
      if (error instanceof BlobNotFound) return null;
      throw error;
    });
    if (file === null) return null;
    return await turns.run(book.id, () => helper.run({ path: file.path, spineIndex }).catch(() => null));
  }

  return {
    stop: () => helper.stop(),
    fragments(book) {
      const file = blobKeys.original(book);
      const cached = spines.get(file);
      if (cached) return cached;
      const read = ask(book, null).then((fragments) => (fragments ?? []) as readonly Fragment[]);
      if (spines.size >= maxSpines) spines.clear();
      spines.set(file, read);
      // Failures are not cached.
      read.then(
        (fragments) => fragments.length === 0 && spines.delete(file),
        () => spines.delete(file),
      );
      return read;
    },
    chapter(book, spineIndex) {
      const file = blobKeys.original(book);
      const key = `${file} ${spineIndex}`;
      const cached = chapters.get(key);
      if (cached) {
        // Reinsert at the end, so that the least recently used is evicted first.
        chapters.delete(key);
        chapters.set(key, cached);
        return cached;
      }
      const read = ask(book, spineIndex).then((packed) => packed && unpackChapter(packed as PackedChapter));
      chapters.set(key, read);
      read.then(
        (chapter) => {
          if (chapter === null) chapters.delete(key);
          else {
            sizes.set(key, chapter.servedText.length);
            forgetOldest();
          }
        },
        () => chapters.delete(key),
      );
      return read;
    },
  };
}
