import { SourceFormat } from './bookParts.ts';
import { Book, BookDetails } from './books.ts';
import { ErrorBody } from './errors.ts';
import {
  Id,
  IdParams,
  listOf,
  Nullable,
  nothing,
  pageOf,
  pageQuery,
  route,
  Text,
  Timestamp,
} from './route.ts';
import { OneOf, type Static, Type } from './type.ts';

/**
 * An upload, which is also the ingest job. Bytes are sent by tus to /v1/uploads/files (metadata: filename, filetype,
 * `book`: id of the book that it is for, as a further file where the book has one, `replaces`: id of a book whose file
 * it replaces) or by one multipart POST /v1/books (field `file`). The id is the last segment of the tus upload's URL.
 */
export const Upload = Type.Object({
  id: Id,
  filename: Text(500),
  /** Declared bytes. */
  size: Type.Integer(),
  state: OneOf('receiving', 'queued', 'ingesting', 'done', 'refused'),
  /** Progress of the ingest, 0..1. */
  progress: Type.Number(),
  /** When done; null for a zip with a calibre library, whose books follow. */
  book: Nullable(Book),
  /** The same file already existed. */
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

/**
 * What a reader's books are taken from: a folder of the server with files or a calibre library, or a zip with a calibre
 * library that the reader has uploaded.
 */
export const Folder = Type.Object({
  id: Id,
  /** Its last name: where a folder is on the server is for its operator. */
  name: Text(300),
  kind: OneOf('files', 'calibre', 'zip'),
  state: OneOf('new', 'taking_in', 'watching', 'stopped'),
  /** Why it has stopped: a sentence. */
  problem: Nullable(Text(500)),
  /** Of what is taken in now: all, and how much is done. */
  total: Type.Integer(),
  done: Type.Integer(),
  /** Files that are books here; files that were left out; files that are gone, about which the reader is asked. */
  taken: Type.Integer(),
  left_out: Type.Integer(),
  gone: Type.Integer(),
  /** What a calibre library has and Lectern has no place for: custom columns, and kinds of identifiers. */
  left_out_fields: Type.Array(Text(100)),
  looked_at: Nullable(Timestamp),
  created_at: Timestamp,
});
export type Folder = Static<typeof Folder>;

/** A line of the report about a folder. */
export const FolderFile = Type.Object({
  id: Id,
  path: Text(1_000),
  state: OneOf('taken', 'left_out', 'gone'),
  /** Why it was left out: a sentence. */
  reason: Nullable(Text(500)),
  /** Its other formats in a calibre library that could not become files of the book. */
  formats: Type.Array(Text(20)),
  book_id: Nullable(Id),
});
export type FolderFile = Static<typeof FolderFile>;

export const folderRoutes = {
  'GET /folders': route(
    'user',
    'Folders of the server from which books of the user are taken',
    listOf(Folder),
  ),
  'GET /folders/:id/files': route('user', 'What was left out of a folder and why, and which files are gone', {
    params: IdParams,
    ...listOf(FolderFile),
  }),
  'POST /folders/:id/gone': route(
    'user',
    'Say what becomes of books whose files are gone from a folder: at most 100 at once, so repeat it while some are left',
    {
      params: IdParams,
      body: Type.Object({ books: OneOf('keep', 'bin') }),
      response: Type.Object({
        /** Files that are still gone. */
        left: Type.Integer(),
      }),
    },
  ),
};

const { language, publisher, published, isbn } = BookDetails.properties;

/** One of the files of a book: an EPUB, a PDF, another edition or a translation of the same work. */
export const BookFile = Type.Object({
  /** The `file_id` of the book while this file is read; the id of the book for its first file. */
  id: Id,
  /** Whether this is the file that is read. */
  current: Type.Boolean(),
  format: OneOf('epub', 'pdf'),
  /** As of a book. */
  source_format: Type.Optional(SourceFormat),
  file_name: Text(255),
  /** Bytes. */
  file_size: Type.Integer(),
  /** Of this edition; null where the file does not say. */
  language,
  publisher,
  published,
  isbn,
  /** Short-lived signed URL of the file. */
  url: Type.String(),
  /** When it was added; of the file that is read, when the book was. */
  created_at: Timestamp,
});
export type BookFile = Static<typeof BookFile>;

const FileParams = Type.Object({ id: Id, file: Id });

export const bookFileRoutes = {
  'GET /books/:id/files': route('user', 'The files of a book, first the one that is read; at most twenty', {
    params: IdParams,
    ...listOf(BookFile),
  }),
  'POST /books/:id/files/:file/read': route(
    'user',
    'Read another file of a book: place and marks are found in it by their words; the former file stays',
    { params: FileParams, response: Book },
  ),
  'POST /books/:id/files/:file/separate': route(
    'user',
    'Make a file that is not read a book of its own, which is the answer; marks stay where they are',
    { params: FileParams, status: 201, response: Book },
  ),
  'DELETE /books/:id/files/:file': route('user', 'Delete a file that is not read', {
    params: FileParams,
    ...nothing,
  }),
  'POST /books/:id/join': route(
    'user',
    'Join another book with this one, which keeps the files, notes and times of both',
    { params: IdParams, body: Type.Object({ other: Id }), response: Book },
  ),
};
