import { Book } from './books.ts';
import { ErrorBody } from './errors.ts';
import { Id, IdParams, Nullable, nothing, pageOf, pageQuery, route, Text, Timestamp } from './route.ts';
import { OneOf, type Static, Type } from './type.ts';

/**
 * An upload, which is also the ingest job. Bytes are sent by tus to /v1/uploads/files (metadata: filename, filetype,
 * `book`: id of the book that it is for, as a further file where the book has one, `replaces`: id of a book whose file it replaces) or by one
 * multipart POST /v1/books (field `file`). The id is the last segment of the tus upload's URL.
 */
export const Upload = Type.Object({
  id: Id,
  filename: Text(500),
  /** Declared bytes. */
  size: Type.Integer(),
  state: OneOf('receiving', 'queued', 'ingesting', 'done', 'refused'),
  /** Progress of the ingest, 0..1. */
  progress: Type.Number(),
  /** When done. `duplicate`: the same file already existed. */
  book: Nullable(Book),
  duplicate: Type.Boolean(),
  /** When refused, and when queued because the disk of the library is full. */
  error: Nullable(ErrorBody),
  created_at: Timestamp,
});
export type Upload = Static<typeof Upload>;

export const uploadRoutes = {
  'GET /uploads': route('user', 'Uploads that are not done yet, and those of the last day', {
    query: Type.Object(pageQuery({ most: 200, usual: 200 })),
    response: pageOf(Upload),
  }),
  'GET /uploads/:id': route('user', 'One upload', { params: IdParams, response: Upload }),
  'DELETE /uploads/:id': route('user', 'Forget an upload that is not done, with its bytes', {
    params: IdParams,
    ...nothing,
  }),
};
