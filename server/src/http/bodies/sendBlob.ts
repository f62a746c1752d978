import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../run/common/errors.ts';
import { BlobNotFound, type Blobs } from '../../store/blobs/blobs.ts';
import { hasTag, rangeOf } from './byteRange.ts';

/** A blob, or a part of one, as a response. */
export interface BlobAnswer {
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
  const inflate = compressed && !acceptsGzip(request.headers['accept-encoding']);
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

const acceptsGzip = (accepted: string | string[] | undefined) =>
  String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .some((part) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/.test(part));
