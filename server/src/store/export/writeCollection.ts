import type { Readable } from 'node:stream';
import { idsOfCollection } from '../../devices/opds/catalog.ts';
import { fileFormat } from '../../library/books/fileTypes.ts';
import type { Services } from '../../run/services/services.ts';
import { blobKeys } from '../blobs/blobs.ts';
import { findOwn, ownRow } from '../ownRows.ts';
import { safeFileNames, titleAndAuthor, zipOf } from './writeExport.ts';

/**
 * Streams a zip with the files of the books in a collection, in its order. Books without a file are left out.
 * @throws AppError not_found for a collection that is not the user's
 */
export async function writeCollection(
  { db, blobs, now }: Pick<Services, 'blobs' | 'db' | 'now'>,
  userId: string,
  id: string,
): Promise<{ name: string; type: string; content: Readable }> {
  const collection = await ownRow(db, 'collections', userId, id);
  const ids = await idsOfCollection(db, userId, id);
  const name = safeFileNames();
  const content = zipOf(now(), async (archive) => {
    for (const bookId of ids) {
      // Deleted meanwhile, or its file is.
      const book = await findOwn(db, 'books', userId, bookId);
      if (book === undefined || book.format === 'none') continue;
      await archive.stored(name(titleAndAuthor(book.title, book.author), fileFormat(book)), () =>
        blobs.read(blobKeys.original(book)),
      );
    }
  });
  return { name: safeFileNames()(collection.name, 'zip'), type: 'application/zip', content };
}
