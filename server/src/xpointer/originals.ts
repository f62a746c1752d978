import { BlobNotFound, type Blobs, type BookFileRef, blobKeys } from '../blobs/blobs.ts';
import type { ErrorLog } from '../common/runInBackground.ts';
import { TaskProcess } from '../processes/TaskProcess.ts';
import { FairQueue } from '../scheduling/FairQueue.ts';
import type { OriginalsAnswer, OriginalsTask } from './originalsWorker.ts';
import { type PackedChapter, unpackChapter } from './packChapter.ts';
import type { Fragment, OriginalChapter } from './readOriginal.ts';

/** EPUBs as they were uploaded, as far as places in them are asked for. */
export interface Originals {
  /** The whole spine; empty for a book that cannot be read any more. */
  fragments(book: BookFileRef): Promise<readonly Fragment[]>;
  /** Null for an item that is a picture, too large, or cannot be read. */
  chapter(book: BookFileRef, spineIndex: number): Promise<OriginalChapter | null>;
  stop(): Promise<void>;
}

/** Characters of the chapters that are kept, and how many spines are. */
const mostCharacters = 3_000_000;
const mostSpines = 500;
/** Questions about one book that may wait. */
const mostWaiting = 200;
/** Milliseconds that a book may take before the process is ended. */
const timeLimit = 20_000;
/** Milliseconds after which a process at rest is ended. */
const restLimit = 60_000;
const heapMegabytes = 512;

/**
 * Reads what is asked for in a process of its own, in turns between books, and keeps what was asked for last: a device
 * says places of one chapter many times.
 */
export function createOriginals(blobs: Blobs, log: ErrorLog): Originals {
  const turns = new FairQueue({ total: 1, perReader: 1, waiting: mostWaiting });
  const helper = new TaskProcess<OriginalsTask, OriginalsAnswer>({
    script: new URL('../../originalsWorker.mjs', import.meta.url),
    heapMegabytes,
    timeLimit,
    restLimit,
    log,
  });
  const spines = new Map<string, Promise<readonly Fragment[]>>();
  const chapters = new Map<string, Promise<OriginalChapter | null>>();
  const sizes = new Map<string, number>();

  function forgetOldest(): void {
    let held = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const [key, size] of sizes) {
      if (held <= mostCharacters || sizes.size === 1) return;
      held -= size;
      sizes.delete(key);
      chapters.delete(key);
    }
  }

  /** Null when the book is gone, and for one that ends the process. */
  async function ask(book: BookFileRef, spineIndex: number | null): Promise<OriginalsAnswer> {
    const file = await blobs.local(blobKeys.original(book)).catch((error: unknown) => {
      if (error instanceof BlobNotFound) return null;
      throw error;
    });
    if (file === null) return null;
    try {
      return await turns.run(book.id, () => helper.run({ path: file.path, spineIndex }).catch(() => null));
    } finally {
      await file.release();
    }
  }

  return {
    stop: () => helper.stop(),
    fragments(book) {
      const file = blobKeys.original(book);
      const known = spines.get(file);
      if (known) return known;
      const read = ask(book, null).then((found) => (found ?? []) as readonly Fragment[]);
      if (spines.size >= mostSpines) spines.clear();
      spines.set(file, read);
      // What could not be read may be there the next time.
      read.then(
        (found) => found.length === 0 && spines.delete(file),
        () => spines.delete(file),
      );
      return read;
    },
    chapter(book, spineIndex) {
      const file = blobKeys.original(book);
      const key = `${file} ${spineIndex}`;
      const known = chapters.get(key);
      if (known) {
        // The last that was asked for is the last to go.
        chapters.delete(key);
        chapters.set(key, known);
        return known;
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
