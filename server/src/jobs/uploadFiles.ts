import { join } from 'node:path';
import type { Selectable } from 'kysely';
import { type Blobs, blobKeys, type CoverSize } from '../blobs/blobs.ts';
import type { IngestedBook } from '../ingest/ingestedBook.ts';
import type { BooksTable, UploadsTable } from '../store/schema.ts';

/** Where the files of an upload are put. */
interface FileKeys {
  original: string;
  pack: string;
  /** Null where the book keeps the cover it has. */
  cover: ((size: CoverSize) => string) | null;
}

/** @param book that awaits the file, or whose file it replaces; null for a new one, which takes the upload's id */
export function keysFor(
  { id, replaces, book_id }: Selectable<UploadsTable>,
  book: Selectable<BooksTable> | null,
): FileKeys {
  const file =
    replaces === null ? { id: book?.id ?? book_id ?? id, file_id: null } : { id: replaces, file_id: id };
  const version = (book?.cover_version ?? 0) + 1;
  return {
    original: blobKeys.original(file),
    pack: blobKeys.pack(file),
    cover: replaces === null ? (size) => blobKeys.cover(file.id, version, size) : null,
  };
}

/** @param staged where the file itself is; null when an earlier attempt has put it in its place already */
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
  // All have ended when this ends, also when one of them fails: what comes next may remove them.
  const failed = (await Promise.allSettled(puts)).find((put) => put.status === 'rejected');
  if (failed) throw failed.reason;
  // Last, because this takes it from where a second attempt would look first.
  if (staged) await blobs.putFile(keys.original, staged);
}
