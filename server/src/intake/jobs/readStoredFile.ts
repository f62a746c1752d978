import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { BlobNotFound, type BookFileRef, blobKeys } from '../../store/blobs/blobs.ts';
import type { UseOfBook } from '../ingest/ingestQueue.ts';

/** A book whose file is read again. */
type StoredBook = BookFileRef & { user_id: string; file_name: string; file_size: number };

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
    await using local = await blobs.local(blobKeys.original(book));
    const { user_id: userId, file_name: fileName, file_size: bytes } = book;
    return await ingest.read({ userId, path: local.path, fileName, bytes, firstPage }, use);
  } catch (error) {
    if (error instanceof BlobNotFound || error instanceof AppError) return null;
    throw error;
  }
}
