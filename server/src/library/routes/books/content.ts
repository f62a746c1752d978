import type { bookRoutes, SpineItem } from '@lectern/shared-contracts/api/books.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { admitBySignature } from '../../../http/api/inRouteQueue.ts';
import { bySignedAddress } from '../../../http/api/openapi.ts';
import { sendBlob, sendResource } from '../../../http/bodies/sendBlob.ts';
import { attachment } from '../../../http/routing/contentDisposition.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { AppError } from '../../../run/common/errors.ts';
import type { Services } from '../../../run/services/services.ts';
import { blobKeys, coverSizes, throwNotFound } from '../../../store/blobs/blobs.ts';
import type { Db } from '../../../store/db.ts';
import { pageAnswer, readPage } from '../../../store/paging/pages.ts';
import { contentAddress, fileAddress } from '../../books/bookAddresses.ts';
import { mediaTypeOf } from '../../books/fileTypes.ts';
import { contentsOf, ownBook, ownBookWithFile, spineOf } from '../../books/ownBook.ts';
import { asPassages } from '../../books/passages.ts';

/**
 * Serves the resources of books by signed URL to images, frames and pdf.js, which send no Bearer header. Resources
 * are looked up by their exact name in the database, so paths never reach the disk. `app` is registered below the
 * API's root.
 */
export function registerContent(app: FastifyInstance, services: Services): void {
  const { db, blobs } = services;
  app.get<{ Params: { id: string; grant: string; '*': string } }>(
    '/books/:id/content/:grant/*',
    bySignedAddress('A resource of an unpacked EPUB', 'books'),
    async (request, reply) => {
      const { id, grant, '*': path } = request.params;
      await admitBySignature(services, request, reply, { purpose: 'content', subject: id, grant });
      // The CSP sandbox gives a page an opaque origin, to which the book's own pictures are cross-origin.
      reply.header('cross-origin-resource-policy', 'cross-origin');
      const book = await fileOf(db, id);
      // URLs of a replacement file contain its id, so that they refer to that file only.
      const folder = book.file_id === null ? '' : `${book.file_id}/`;
      if (!path.startsWith(folder)) throw new AppError('not_found');
      return sendResource(services, request, reply, { book, path: path.slice(folder.length) });
    },
  );

  for (const [address, summary] of [
    ['/books/:id/file/:grant', 'The uploaded file; ranges work'],
    ['/books/:id/file/:grant/:file', 'Another file of the book; ranges work'],
  ] as const)
    app.get<{ Params: { id: string; grant: string; file?: string } }>(
      address,
      bySignedAddress(summary, 'books'),
      async (request, reply) => {
        const { id, grant, file = null } = request.params;
        await admitBySignature(services, request, reply, { purpose: 'content', subject: id, grant });
        const read = await fileOf(db, id);
        const { format, source_format, file_name, sha256 } =
          read.file_id === file ? read : await furtherFileOf(db, id, file);
        if (format === 'none') throw new AppError('not_found');
        const key = blobKeys.original({ id, file_id: file });
        reply.header('content-disposition', attachment(file_name));
        return sendBlob(blobs, request, reply, {
          key,
          start: 0,
          length: await blobs.size(key).catch(throwNotFound),
          mediaType: mediaTypeOf({ format, source_format }),
          encoding: 'identity',
          tag: sha256?.slice(0, 24) ?? id,
          content: `file-${sha256 ?? id}`,
        });
      },
    );

  app.get<{ Params: { id: string; grant: string; version: string; name: string } }>(
    '/books/:id/cover/:grant/:version/:name',
    bySignedAddress('A cover: thumbnail.webp, small.webp, medium.webp or large.webp', 'books'),
    async (request, reply) => {
      const { id, grant, version, name } = request.params;
      const size = sizes.find((coverSize) => name === `${coverSize}.webp`);
      if (!size || !/^[1-9]\d{0,9}$/.test(version)) throw new AppError('not_found');
      await admitBySignature(services, request, reply, { purpose: 'cover', subject: id, grant });
      const key = blobKeys.cover(id, Number(version), size);
      return sendBlob(blobs, request, reply, {
        key,
        start: 0,
        length: await blobs.size(key).catch(throwNotFound),
        mediaType: 'image/webp',
        encoding: 'identity',
        tag: `${id.slice(0, 8)}-${version}-${size}`,
        content: `cover-${id}-${version}-${size}`,
      });
    },
  );
}

/** PDFs of up to this many bytes are faster read whole than by ranges. */
const largestWhole = 8 * 1024 * 1024;

const sizes = Object.keys(coverSizes) as (keyof typeof coverSizes)[];

/** @throws AppError not_found */
async function fileOf(db: Db, id: string) {
  const book = await db
    .selectFrom('books')
    .select(['id', 'file_id', 'format', 'source_format', 'file_name', 'sha256', 'pack_digest'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!book) throw new AppError('not_found');
  return book;
}

/** @throws AppError not_found */
async function furtherFileOf(db: Db, bookId: string, fileId: string | null) {
  const files = db.selectFrom('book_files').select(['format', 'source_format', 'file_name', 'sha256']);
  const file = await files
    .where('book_id', '=', bookId)
    .where('id', '=', fileId ?? bookId)
    .executeTakeFirst();
  if (!file) throw new AppError('not_found');
  return file;
}

export const contentHandlers: RouteHandlers<
  Extract<
    keyof typeof bookRoutes,
    'GET /books/:id/manifest' | 'GET /books/:id/search' | 'GET /books/:id/text'
  >
> = {
  'GET /books/:id/manifest': async ({ db, services, user, params }) => {
    const book = await ownBookWithFile(db, user.id, params.id);
    const rows = await spineOf(db, book.id);
    const file = fileAddress(services, book, user.sessionId);
    return {
      book_id: book.id,
      format: book.format,
      content_url: book.format === 'pdf' ? file : contentAddress(services, book, user.sessionId),
      file_url: file,
      file_size: book.file_size,
      ...(book.format === 'pdf' && book.file_size <= largestWhole ? { whole_url: file } : {}),
      opf: book.opf,
      layout: book.layout,
      direction: book.direction,
      language: book.language,
      ...(await contentsOf(db, book.id)),
      spine: rows.map(
        ({ book_id: _book, idx: _idx, linear, rendition, malformed, overlay, ...item }): SpineItem => ({
          ...item,
          linear: linear === 1,
          ...(rendition === null ? {} : { rendition: JSON.parse(rendition) }),
          ...(malformed === 1 ? { malformed: true } : {}),
          ...(overlay === null ? {} : { overlay }),
        }),
      ),
      total_positions: book.page_count,
    };
  },

  'GET /books/:id/text': async ({ db, user, params, query }) => {
    const { id, format } = await ownBookWithFile(db, user.id, params.id);
    const page = await readPage(
      query,
      {
        from: db.selectFrom('passages').where('book_id', '=', id),
        order: [{ by: 'seq', type: 'number' }],
        direction: 'asc',
        bytes: sql<number>`octet_length(text)`,
        columns: ['target', 'fraction', 'chapter', 'text'],
      },
      (rows) => rows.map(({ target, fraction, chapter, text }) => ({ target, fraction, chapter, text })),
    );
    return pageAnswer(page, { format }, 'passages');
  },

  'GET /books/:id/search': async ({ db, services, user, params, query }) => {
    const book = await ownBook(db, user.id, params.id);
    const hits = await services.fullText.search(db, {
      userId: user.id,
      bookId: book.id,
      text: query.q,
      limit: query.limit ?? 200,
    });
    // The best passages, in reading order.
    return {
      items: await asPassages(
        db,
        hits.toSorted((a, b) => a.seq - b.seq),
        { query: query.q },
      ),
    };
  },
};
