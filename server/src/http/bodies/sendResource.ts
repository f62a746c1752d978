import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { blobKeys, type PackRef } from '../../store/blobs/blobs.ts';
import { sendBlob } from './sendBlob.ts';

/**
 * Sends a resource of an unpacked EPUB by its exact name in the database, so paths never reach the disk. The caller
 * checks access.
 * @throws AppError not_found
 */
export async function sendResource(
  { db, blobs }: Pick<Services, 'db' | 'blobs'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { book, path }: { book: PackRef; path: string },
): Promise<FastifyReply> {
  const resource = await db
    .selectFrom('resources')
    .innerJoin('books', 'books.id', 'resources.book_id')
    .selectAll('resources')
    .where('book_id', '=', book.id)
    .where('path', '=', path)
    // The file may have been replaced since the book was read: these offsets would be those of the new one.
    .where('file_id', book.file_id === null ? 'is' : '=', book.file_id)
    .executeTakeFirst();
  if (!resource) throw new AppError('not_found');
  const start = Number(resource.start);
  const length = Number(resource.length);
  const part = `${start.toString(36)}-${length.toString(36)}`;
  const file = book.file_id ?? book.id;
  return sendBlob(blobs, request, reply, {
    key: blobKeys.pack(book),
    start,
    length,
    mediaType: withCharset(resource.media_type),
    encoding: resource.encoding === 'gzip' ? 'gzip' : 'identity',
    tag: `${(book.pack_digest ?? file).slice(0, 8)}-${part}`,
    content: `pack-${book.pack_digest ?? file}-${part}`,
  });
}

const withCharset = (mediaType: string) =>
  /^text\/|\bxml\b/.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType;
