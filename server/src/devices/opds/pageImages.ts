import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { type BookFileRef, blobKeys, throwNotFound } from '../../store/blobs/blobs.ts';
import { findRow } from '../../store/rows.ts';
import type { BookRow } from '../../store/schema.ts';

type Book = Pick<BookRow, 'id' | 'file_id' | 'format' | 'layout' | 'page_count' | 'word_count'>;
type Parts = Pick<Services, 'blobs' | 'db' | 'pages'>;

/** Whether pages can be streamed as images: PDFs, and fixed-layout EPUBs without text. */
export const hasPageImages = ({ format, layout, page_count, word_count }: Omit<Book, 'id' | 'file_id'>) =>
  page_count > 0 &&
  (format === 'pdf' || (format === 'epub' && layout === 'fixed' && word_count < page_count));

/** Maximum bytes of an EPUB's page or picture. */
const maxResourceBytes = 32 * 1024 ** 2;

/**
 * A page as JPEG.
 * @param page one-based
 * @param width maximum pixels
 * @throws AppError not_found
 */
export async function pageImage(
  { blobs, db, pages }: Parts,
  userId: string,
  book: Book,
  { page, width }: { page: number; width: number },
): Promise<Uint8Array> {
  if (!hasPageImages(book) || page > book.page_count) throw new AppError('not_found');
  const image =
    book.format === 'pdf'
      ? await pageOfPdf({ blobs, pages }, userId, book, { page, width })
      : await pictureOfEpub({ blobs, db, pages }, userId, book, { page, width });
  if (image === null) throw new AppError('not_found');
  return image;
}

async function pageOfPdf(
  { blobs, pages }: Pick<Parts, 'blobs' | 'pages'>,
  userId: string,
  book: BookFileRef,
  wanted: { page: number; width: number },
): Promise<Uint8Array | null> {
  await using file = await blobs.local(blobKeys.original(book)).catch(throwNotFound);
  return await pages.render(userId, { path: file.path, ...wanted });
}

/** The only picture on a page. */
async function pictureOfEpub(
  parts: Parts,
  userId: string,
  book: BookFileRef,
  { page, width }: { page: number; width: number },
): Promise<Uint8Array | null> {
  const item = await findRow(parts.db, 'spine_items', { book_id: book.id, first_position: page }, ['href']);
  if (item === undefined) return null;
  const path = decodeURI(item.href);
  const markup = await resourceOf(parts, book, path);
  const sources = [
    ...(markup?.toString('utf8') ?? '').matchAll(
      /<(?:img|image)\b[^>]*?\s(?:src|(?:xlink:)?href)="([^"]+)"/g,
    ),
  ];
  const [, source = ''] = sources[0] ?? [];
  if (sources.length !== 1 || !URL.canParse(source, 'book:/')) return null;
  const address = new URL(source, `http://book/${encodeURI(path)}`);
  const picture = await resourceOf(parts, book, decodeURI(address.pathname.slice(1)));
  return picture && parts.pages.render(userId, { picture, width });
}

async function resourceOf(
  { blobs, db }: Pick<Parts, 'blobs' | 'db'>,
  book: BookFileRef,
  path: string,
): Promise<Buffer | null> {
  const resource = await findRow(db, 'resources', { book_id: book.id, path });
  const length = Number(resource?.length ?? 0);
  if (resource === undefined || length === 0 || length > maxResourceBytes) return null;
  const start = Number(resource.start);
  const bytes = await buffer(await blobs.read(blobKeys.pack(book), { start, end: start + length - 1 }));
  return resource.encoding === 'gzip'
    ? promisify(gunzip)(bytes, { maxOutputLength: maxResourceBytes })
    : bytes;
}
