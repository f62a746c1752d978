import { BlobNotFound, type BookFileRef, blobKeys } from '../blobs/blobs.ts';
import { AppError } from '../common/errors.ts';
import type { UseOfBook } from '../ingest/ingestQueue.ts';
import type { Services } from '../services/services.ts';

/** A book whose file is read again. */
export type StoredBook = BookFileRef & { user_id: string; file_name: string; file_size: number };

/** The services that reading a stored book again needs. */
export type RereadServices = Pick<
  Services,
  'db' | 'engine' | 'blobs' | 'ingest' | 'config' | 'now' | 'liveEvents'
>;

/**
 * Reads the stored file of a book again.
 * @param firstPage of a PDF, from which to extract text
 * @returns null when the file is missing or unreadable, or `use` refuses it
 */
export async function readStoredFile<Result>(
  { blobs, ingest }: RereadServices,
  book: StoredBook,
  use: UseOfBook<Result>,
  firstPage = 1,
): Promise<Result | null> {
  try {
    const { path, release } = await blobs.local(blobKeys.original(book));
    try {
      const file = { userId: book.user_id, path, fileName: book.file_name, bytes: book.file_size, firstPage };
      return await ingest.read(file, use);
    } finally {
      await release();
    }
  } catch (error) {
    if (error instanceof BlobNotFound || error instanceof AppError) return null;
    throw error;
  }
}
