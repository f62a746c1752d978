import { BlobNotFound, type Blobs, type BookFileRef, blobKeys } from '../blobs/blobs.ts';
import { AppError } from '../common/errors.ts';
import { type Archive, openArchive } from '../ingest/epub/archive.ts';
import { type BookFile, BookFiles } from '../ingest/epub/bookFiles.ts';
import { findPackage } from '../ingest/epub/container.ts';
import { decodeMarkup } from '../ingest/epub/encoding.ts';
import { readPackage } from '../ingest/epub/packageDocument.ts';
import { observeDocument } from '../ingest/epub/sanitizeDocument.ts';
import { readSpine } from '../ingest/epub/spine.ts';
import { parseXml } from '../ingest/epub/xml.ts';
import { limits } from '../ingest/limits.ts';
import { type OriginalElement, type OriginalText, OriginalTreeBuilder } from './originalTree.ts';
import { servedTexts } from './resolveXPointer.ts';

/** An item of a book's spine, as its package lists it. */
export interface Fragment {
  /** Zero-based place among the items that are served; null for one that is not. */
  spineIndex: number | null;
  isXhtml: boolean;
}

/** A chapter as its book has it, beside the text of it that is served. */
export interface OriginalChapter {
  body: OriginalElement;
  texts: readonly OriginalText[];
  /** As a browser's document has it. */
  servedText: string;
}

/** EPUBs as they were uploaded, as far as places in them are asked for. */
export interface Originals {
  /** The whole spine; empty for a book that cannot be read any more. */
  fragments(book: BookFileRef): Promise<readonly Fragment[]>;
  /** Null for an item that is a picture, too large, or cannot be read. */
  chapter(book: BookFileRef, spineIndex: number): Promise<OriginalChapter | null>;
}

/** Larger pages are not read while somebody waits: bytes. */
const largestChapter = 4 * 1024 ** 2;
/** Characters of the chapters that are kept, and how many spines are. */
const mostCharacters = 3_000_000;
const mostSpines = 500;

/** Reads what is asked for, and keeps what was asked for last: a device says places of one chapter many times. */
export function createOriginals(blobs: Blobs): Originals {
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

  return {
    fragments(book) {
      const file = blobKeys.original(book);
      const known = spines.get(file);
      if (known) return known;
      const read = withBook(blobs, file, ({ fragments }) => fragments).then((found) => found ?? []);
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
      const read = withBook(blobs, file, (open) => readChapter(open, spineIndex));
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

interface OpenBook {
  archive: Archive;
  files: BookFiles;
  fragments: Fragment[];
  spine: readonly { file: BookFile }[];
}

/** @returns null when the book is gone, or no EPUB that can be read */
async function withBook<T>(blobs: Blobs, key: string, work: (book: OpenBook) => T): Promise<T | null> {
  const file = await blobs.local(key).catch((error: unknown) => {
    if (error instanceof BlobNotFound) return null;
    throw error;
  });
  if (file === null) return null;
  try {
    const archive = await openArchive(file.path);
    try {
      return work(openBook(archive));
    } finally {
      archive.close();
    }
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  } finally {
    await file.release();
  }
}

function openBook(archive: Archive): OpenBook {
  const path = findPackage(archive);
  const source = readPackage(parseXml(archive.read(path, limits.packageBytes)), path);
  const files = new BookFiles(archive, source);
  const spine = readSpine(archive, source, files);
  let served = 0;
  const fragments = source.spine.flatMap(({ idref }): Fragment[] => {
    const spineIndex = spine[served]?.idref === idref ? served++ : null;
    const item = source.manifest.get(idref);
    return item ? [{ spineIndex, isXhtml: item.mediaType === 'application/xhtml+xml' }] : [];
  });
  return { archive, files, spine, fragments };
}

function readChapter({ archive, files, spine }: OpenBook, spineIndex: number): OriginalChapter | null {
  const file = spine[spineIndex]?.file;
  if (file?.kind !== 'document') return null;
  const source = decodeMarkup(archive.read(file.name, largestChapter));
  let builder = new OriginalTreeBuilder();
  const { text } = observeDocument(
    source,
    {
      kind: 'html',
      policy: files.policyFor(file.name, file.path),
      wantedIds: new Set(),
      keepStyle: () => null,
    },
    () => {
      builder = new OriginalTreeBuilder();
      return builder;
    },
  );
  const body = builder.finish();
  return { body, texts: servedTexts(body), servedText: text };
}
