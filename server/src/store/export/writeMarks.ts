import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { annotationsOf } from '../../devices/annotations/marksOf.ts';
import { annotationPaths } from '../../intake/ingest/epub/container/container.ts';
import { ownBookWithFile } from '../../library/books/ownBook.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { blobKeys } from '../blobs/blobs.ts';
import { ownRow } from '../ownRows.ts';
import type { BookRow } from '../schema.ts';
import { booksOf, safeFileNames, titleAndAuthor, zipOf } from './writeExport.ts';

/** Which highlights, notes and bookmarks to export: of a book, a collection, or all. */
export interface WantedMarks {
  book_id?: string | undefined;
  collection_id?: string | undefined;
  /** As a copy of the EPUB with its marks. */
  in_file?: boolean | undefined;
}

interface ExportedFile {
  name: string;
  type: string;
  content: Readable;
}

type Needs = Pick<Services, 'blobs' | 'config' | 'db' | 'now' | 'pause' | 'recentReaders'>;
/**
 * EPUB Annotations of one book; of several a zip with a file for each that has marks.
 * @throws AppError not_found
 */
export async function writeMarks(
  services: Needs,
  userId: string,
  wanted: WantedMarks,
): Promise<ExportedFile> {
  const { db, now } = services;
  const name = safeFileNames();
  if (wanted.book_id !== undefined) {
    const book = await ownRow(db, 'books', userId, wanted.book_id);
    const wholeName = titleAndAuthor(book.title, book.author);
    if (wanted.in_file) return copyOf(services, book, name(wholeName, 'epub'));
    const type = 'application/zip;profile="https://www.w3.org/TR/epub-anno-10/"';
    return { name: name(wholeName, 'annotations'), type, content: fileOf(services, book) };
  }
  const { collection_id = null } = wanted;
  const title =
    collection_id === null ? 'Lectern' : (await ownRow(db, 'collections', userId, collection_id)).name;
  const members = await markedBooks(services, userId, collection_id);
  const content = zipOf(now(), async (archive) => {
    for await (const book of booksOf(services, userId))
      if (members.has(book.id))
        await archive.stored(name(titleAndAuthor(book.title, book.author), 'annotations'), async () =>
          fileOf(services, book),
        );
  });
  return { name: safeFileNames()(`${title} annotations`, 'zip'), type: 'application/zip', content };
}

const fileOf = ({ db, now }: Needs, book: BookRow): Readable =>
  zipOf(now(), (archive) => archive.pieces('annotations.json', annotationsOf(db, book, now())));

/** The EPUB of a book with its annotations; other files in it stay as they are. A file of another format has none. */
async function copyOf({ db, blobs, now }: Needs, book: BookRow, name: string): Promise<ExportedFile> {
  const { format, source_format } = await ownBookWithFile(db, book.user_id, book.id);
  if (format !== 'epub' || source_format !== null) throw new AppError('not_found');
  const file = await blobs.local(blobKeys.original(book));
  const content = zipOf(now(), async (archive) => {
    const original = await yauzl.openPromise(file.path, { autoClose: false });
    try {
      for await (const entry of original.eachEntry()) {
        const { fileName, compressionMethod, uncompressedSize } = entry;
        if (fileName.endsWith('/') || annotationPaths.some((known) => known === fileName)) continue;
        const open = () => original.openReadStreamPromise(entry);
        if (compressionMethod === 0) await archive.stored(fileName, open, uncompressedSize);
        else await archive.pieces(fileName, await open());
      }
    } finally {
      original.close();
    }
    await archive.pieces(annotationPaths[0], annotationsOf(db, book, now()));
  });
  content.once('close', () => {
    Promise.resolve(file[Symbol.asyncDispose]()).catch(() => {});
  });
  return { name, type: 'application/epub+zip', content };
}

/** Ids of the books with marks; of a collection only, where one is given. */
async function markedBooks({ db }: Needs, userId: string, collectionId: string | null): Promise<Set<string>> {
  const marked = new Set<string>();
  for (const table of ['highlights', 'notes', 'bookmarks'] as const) {
    const rows = db
      .selectFrom(table as 'notes')
      .select('book_id')
      .distinct()
      .where('user_id', '=', userId)
      .$if(collectionId !== null, (query) =>
        query.where('book_id', 'in', (eb) =>
          eb
            .selectFrom('collection_books')
            .select('collection_books.book_id')
            .where('collection_id', '=', collectionId),
        ),
      );
    for (const { book_id } of await rows.execute()) if (book_id !== null) marked.add(book_id);
  }
  return marked;
}
