import { join } from 'node:path';
import type { Selectable } from 'kysely';
import { firstCoverVersion, newCoverVersion } from '../../library/books/coverVersions.ts';
import { type Blobs, blobKeys, type CoverSize } from '../../store/blobs/blobs.ts';
import type { BooksTable, UploadsTable } from '../../store/schema.ts';
import type { IngestedBook } from '../ingest/ingestedBook.ts';

/** Keys for the files of an upload. */
interface FileKeys {
  original: string;
  pack: string;
  coverVersion: number;
  /** Null when the book keeps its cover. */
  cover: ((size: CoverSize) => string) | null;
}

/** @param book the placeholder or replaced book; null for a new one, which gets the id of the upload */
export function keysFor(
  { id, replaces, book_id }: Selectable<UploadsTable>,
  book: Selectable<BooksTable> | null,
): FileKeys {
  const file =
    replaces === null ? { id: book?.id ?? book_id ?? id, file_id: null } : { id: replaces, file_id: id };
  const coverVersion = book === null ? firstCoverVersion : newCoverVersion();
  return {
    original: blobKeys.original(file),
    pack: blobKeys.pack(file),
    coverVersion,
    cover: replaces === null ? (size) => blobKeys.cover(file.id, coverVersion, size) : null,
  };
}

/** @param staged the staged file; null when an earlier attempt has moved it to the blobs */
export async function putFiles(
  blobs: Blobs,
  keys: FileKeys,
  { coverFiles, packFile }: IngestedBook,
  { workDir, staged }: { workDir: string; staged: string | null },
): Promise<void> {
  const covers = Object.entries(coverFiles) as [CoverSize, string][];
  const puts = covers.flatMap(([size, name]) =>
    keys.cover === null ? [] : blobs.putFile(keys.cover(size), join(workDir, name)),
  );
  if (packFile) puts.push(blobs.putFile(keys.pack, join(workDir, packFile)));
  // Wait for all of them even when one fails, since the caller may remove them next.
  const failed = (await Promise.allSettled(puts)).find((put) => put.status === 'rejected');
  if (failed) throw failed.reason;
  // Last, because a retry looks for the staged file first.
  if (staged) await blobs.putFile(keys.original, staged);
}
