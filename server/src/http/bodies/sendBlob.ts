import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { BlobNotFound, type Blobs, blobKeys, type PackRef } from '../../store/blobs/blobs.ts';
import { accepted } from '../headers/accepted.ts';
import { hasTag, rangeOf } from './byteRange.ts';

/** A blob, or a part of one, as a response. */
interface BlobAnswer {
  key: string;
  /** Offset in the blob. */
  start: number;
  length: number;
  mediaType: string;
  /** How it is stored. */
  encoding: 'gzip' | 'identity';
  /** Content hash, without quotes. */
  tag: string;
  /** Names the bytes for caches in front of the server: the same name, the same bytes, whoever asks. */
  content: string;
}

/** Under which a cache may keep an answer (deploy/nginx-cache.conf). */
const contentHeader = 'Lectern-Content';

/** The policy for a file of a book that is opened on its own: the browser may show it, and nothing else. */
const bookPolicy =
  "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; media-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

/**
 * Streams a blob. Compressed blobs are sent as they are; ranges work for uncompressed ones.
 * @throws AppError not_found
 */
export async function sendBlob(
  blobs: Blobs,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: BlobAnswer,
): Promise<FastifyReply> {
  const { key, start, length, encoding } = answer;
  const compressed = encoding === 'gzip';
  const encodings = accepted(String(request.headers['accept-encoding'] ?? ''));
  const inflate = compressed && !encodings.includes('gzip') && !encodings.includes('*');
  const tag = `"${answer.tag}${inflate ? '-i' : ''}"`;
  reply
    .header('cache-control', 'private, max-age=31536000, immutable')
    .header('content-security-policy', bookPolicy)
    .header('x-content-type-options', 'nosniff')
    .header('etag', tag)
    .header(contentHeader, answer.content)
    .type(answer.mediaType);
  if (compressed) reply.header('vary', 'accept-encoding');
  else reply.header('accept-ranges', 'bytes');
  if (hasTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  if (compressed && !inflate) reply.header('content-encoding', 'gzip');
  const range = compressed ? null : rangeOf(request, tag, length);
  if (range === 'beyond') {
    return reply.code(416).header('content-range', `bytes */${length}`).removeHeader('etag').send();
  }
  const part = range ?? { start: 0, end: length - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${length}`);
  if (!inflate) reply.header('content-length', part.end - part.start + 1);
  // Without a body, Fastify would set Content-Length to 0.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  if (length === 0) return reply.send();
  try {
    const bytes = await blobs.read(key, { start: start + part.start, end: start + part.end });
    if (!inflate) return reply.send(bytes);
    const plain = createGunzip();
    // When either stream ends early, the other is destroyed. Fastify sees errors through `plain`.
    pipeline(bytes, plain, () => {});
    return reply.send(plain);
  } catch (error) {
    if (error instanceof BlobNotFound) throw new AppError('not_found');
    throw error;
  }
}

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
