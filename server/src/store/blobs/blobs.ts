import type { Readable } from 'node:stream';
import { AppError } from '../../run/common/errors.ts';

/**
 * File storage: a folder or an S3-compatible bucket. Keys are built by us from ids and fixed names, never from input.
 */
export interface Blobs {
  /** Moves a finished local file to its key, atomically and durably. */
  putFile(key: string, localPath: string): Promise<void>;
  /**
   * @param range first and last byte, inclusive
   * @throws BlobNotFound
   */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  size(key: string): Promise<number>;
  /** The blob as a local file, for libraries that need one. */
  local(key: string): Promise<LocalFile>;
  /** Removes everything below a prefix. It need not exist. */
  removeAll(prefix: string): Promise<void>;
  /** Whether there is nothing below a prefix. */
  isEmpty(prefix: string): Promise<boolean>;
  /** Rejects, with a message for the operator, when the storage does not work. */
  check(): Promise<void>;
}

/** A file for reading. Bind it with `await using`: it may be a copy, which is then removed. */
export interface LocalFile extends AsyncDisposable {
  path: string;
}

export class BlobNotFound extends Error {
  constructor(key: string) {
    super(`No blob at ${key}`);
    this.name = 'BlobNotFound';
  }
}

/** Throws AppError not_found instead of BlobNotFound: for requests that name a file which may be missing. */
export function throwNotFound(error: unknown): never {
  throw error instanceof BlobNotFound ? new AppError('not_found') : error;
}

/** Rejects keys that point outside of the folder or prefix, as a second line of defense. Returns the key. */
export function safeKey(key: string): string {
  if (key.split('/').some((part) => !/^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(part))) {
    throw new AppError('malformed_request');
  }
  return key;
}

/** A book and one of its files: null for the first file, else the id of the upload that replaced it. */
export interface BookFileRef {
  id: string;
  file_id: string | null;
}

/** A book's file with the digest of its pack, where that is known. */
export interface PackRef extends BookFileRef {
  pack_digest: string | null;
}

const replacementFolder = (bookId: string, fileId: string) => `books/${bookId}/files/${fileId}/`;
const fileFolder = ({ id, file_id }: BookFileRef) =>
  file_id === null ? `books/${id}/` : replacementFolder(id, file_id);

/** Keys of a book's blobs, all below one prefix so that one call deletes them. */
export const blobKeys = {
  allBooks: 'books/',
  book: (bookId: string) => `books/${bookId}/`,
  /** Prefix of a replacement file. */
  replacement: replacementFolder,
  original: (book: BookFileRef) => `${fileFolder(book)}original`,
  /** The sanitized resources of an EPUB, concatenated; the table `resources` has their offsets. */
  pack: (book: BookFileRef) => `${fileFolder(book)}pack`,
  /** All blobs of a file. */
  ofFile: (book: BookFileRef) => [blobKeys.original(book), blobKeys.pack(book)],
  cover: (bookId: string, version: number, size: CoverSize) =>
    `books/${bookId}/cover-${version}-${size}.webp`,
};

export const coverSizes = {
  thumbnail: { width: 64, height: 96 },
  small: { width: 96, height: 144 },
  medium: { width: 192, height: 288 },
  large: { width: 256, height: 384 },
} as const;
export type CoverSize = keyof typeof coverSizes;
