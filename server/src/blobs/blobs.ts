import type { Readable } from 'node:stream';
import { AppError } from '../common/errors.ts';

/**
 * Where files lie: a folder, or an S3-compatible bucket. Keys are made by us (ids and fixed names), never from input.
 */
export interface Blobs {
  /** Moves a finished local file to its key: whole or not at all, durable before it returns. */
  putFile(key: string, localPath: string): Promise<void>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** @param range first and last byte, inclusive. Rejects with BlobNotFound. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  size(key: string): Promise<number>;
  /** A path on this machine with the blob's bytes, for libraries that want a file. Call `release` when done. */
  local(key: string): Promise<{ path: string; release(): Promise<void> }>;
  /** Everything below a prefix. Nothing there is no error. */
  removeAll(prefix: string): Promise<void>;
  /** Whether nothing lies below a prefix. */
  isEmpty(prefix: string): Promise<boolean>;
  /** Rejects, with a sentence for whoever runs the library, when files cannot be kept there now. */
  check(): Promise<void>;
}

export class BlobNotFound extends Error {
  constructor(key: string) {
    super(`No blob at ${key}`);
    this.name = 'BlobNotFound';
  }
}

/** Keys are ours; one that leads out of the folder or the bucket's prefix is refused all the same. Gives it back. */
export function safeKey(key: string): string {
  if (key.split('/').some((part) => !/^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(part))) {
    throw new AppError('malformed_request');
  }
  return key;
}

/** A book and which of the files it has had: null for the first, else the id of the upload that replaced it. */
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

/** Keys of a book's blobs, all below one prefix so that deleting a book is one call. */
export const blobKeys = {
  allBooks: 'books/',
  book: (bookId: string) => `books/${bookId}/`,
  /** Everything of a file that replaces another. */
  replacement: replacementFolder,
  original: (book: BookFileRef) => `${fileFolder(book)}original`,
  /** EPUB: its sanitised resources one after another; the table `resources` says where each lies. */
  pack: (book: BookFileRef) => `${fileFolder(book)}pack`,
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
