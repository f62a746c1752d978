/** Books, ingested data, uploads, and folders that books are taken from. */

import type { SourceFormat } from '@lectern/shared-contracts/api/bookParts.ts';
import type { BookDetails } from '@lectern/shared-contracts/api/books.ts';
import type { Generated, Selectable } from 'kysely';
import type { Bytes, Flag, Json, Moment } from './columnTypes.ts';

/** With the details of the contract as columns. */
export interface BooksTable extends BookDetails {
  id: string;
  user_id: string;
  /** Id under which a replacement file is stored (blobs.ts); null for the first file, under the id of the book. */
  file_id: Generated<string | null>;
  /** Of the uploaded file, hex; unique per user. Null for a book without a file. */
  sha256: string | null;
  format: 'epub' | 'pdf' | 'none';
  /** The format of the uploaded file where its pack was made of another format; null for EPUB and PDF. */
  source_format: Generated<SourceFormat | null>;
  file_name: string;
  file_size: number;
  /** Bytes that count against the quota beside `file_size` (intake/uploads/storageQuota.ts). */
  extra_bytes: Generated<number>;
  /** SHA-256 of its pack, hex; null where there is no pack, or where it was made or changed without being digested. */
  pack_digest: Generated<string | null>;
  /** BCP 47 tag of the title, when the file declares one. */
  title_language: string | null;
  /** The title as the file or calibre sorts it: 'Tale of Two Cities, A'; null when unknown, or the same. */
  title_sort: Generated<string | null>;
  /** The first author as the file or list sorts them: 'Austen, Jane'. */
  author_sort: Generated<string | null>;
  current_page: number;
  progress: number;
  is_reading: Flag;
  completed: Flag;
  completed_at: Moment | null;
  status: string;
  last_opened: Moment | null;
  /** When a page or a session of it was last read; null since the reader stopped reading it. */
  last_read: Generated<Moment | null>;
  rating: number | null;
  favorite: Flag;
  /** JSON of the tags. */
  tags: Generated<Json>;
  /** The tags as they are compared, each in a line of its own (library/books/tags.ts). */
  tag_keys: Generated<string>;
  page_count: number;
  word_count: number;
  cover_source: 'file' | 'generated';
  /** Incremented when the cover changes, as part of its URL. */
  cover_version: number;
  layout: 'reflowable' | 'fixed';
  direction: 'ltr' | 'rtl';
  /** EPUB: path of the package document. */
  opf: string | null;
  /** JSON of BookAccessibility; null when the file has none. */
  accessibility: string | null;
  /** JSON of FileNote[]; null when there are none. */
  file_notes: string | null;
  created_at: Moment;
  updated_at: Moment;
  /** Incremented by every change (library/books/changeBook.ts). */
  revision: Generated<number>;
  /** Digest of the main title, for matching imports (library/identity/bookIdentity.ts); null until computed. */
  match_key: Generated<string | null>;
  /** Folded words of author and title, each surrounded by spaces, for catalog searches. */
  search_words: Generated<string | null>;
  /** Title and author as questions mention them (library/books/bookKeys.ts); null when too short or too long. */
  title_key: Generated<string | null>;
  author_key: Generated<string | null>;
  /** The book that this one may be the same as, until the user has said (library/identity/bookIdentity.ts). */
  perhaps_same_as: Generated<string | null>;
  bytes: Bytes;
}

/** A book as it is stored. */
export type BookRow = Selectable<BooksTable>;

/** A book to be inserted. */
export type NewBook = Omit<
  BookRow,
  | 'bytes'
  | 'match_key'
  | 'search_words'
  | 'title_key'
  | 'author_key'
  | 'file_id'
  | 'extra_bytes'
  | 'pack_digest'
  | 'perhaps_same_as'
  | 'title_sort'
  | 'author_sort'
  | 'last_read'
> &
  Partial<Pick<BookRow, 'extra_bytes' | 'title_sort' | 'author_sort' | 'pack_digest'>>;

/** A file of a book beside the one that is read, with the edition that it is. */
export interface BookFilesTable
  extends Pick<BookDetails, 'language' | 'publisher' | 'published' | 'isbn' | 'isbn10' | 'isbn13'> {
  /** The `file_id` that the book has while this file is read; the id of the book for its first file. */
  id: string;
  book_id: string;
  user_id: string;
  format: 'epub' | 'pdf';
  /** As of a book. */
  source_format: SourceFormat | null;
  file_name: string;
  file_size: number;
  /** Bytes of `places`. */
  extra_bytes: number;
  /** Hex; unique per user. */
  sha256: string;
  /** partialMd5 of the file; null when unknown. */
  content_digest: string | null;
  /** JSON of KeptPlaces (intake/jobs/keptPlaces.ts). */
  places: Json;
  created_at: Moment;
}

/** Table of contents and the like; books without any have no row. */
export interface BookContentsTable {
  book_id: string;
  toc: Json;
  /** JSON of NamedPlace[]; null when the file has none. */
  landmarks: string | null;
  /** Page list of the printed edition, JSON of NamedPlace[]; null when the file has none. */
  page_list: string | null;
}

export interface SpineItemsTable {
  book_id: string;
  idx: number;
  href: string;
  title: string | null;
  words: number;
  characters: number;
  first_position: number;
  positions: number;
  linear: Flag;
  /** JSON of Rendition; null for defaults. */
  rendition: string | null;
  malformed: Flag;
  /** Path of its media overlay (JSON) in the content pack. */
  overlay: string | null;
}

/** Location of each EPUB resource in the book's content pack. */
export interface ResourcesTable {
  book_id: string;
  path: string;
  start: number;
  length: number;
  media_type: string;
  /** 'gzip' or 'identity'. */
  encoding: string;
}

/** Passages of about 600 characters, for search and the mentor; in the full-text index. */
export interface PassagesTable {
  id: Generated<number>;
  book_id: string;
  user_id: string;
  /** Order within the book. */
  seq: number;
  /** Zero-based spine index (EPUB) or one-based page (PDF). */
  target: number;
  /** Start within the spine item, 0..1 by characters. */
  fraction: number;
  chapter: string | null;
  text: string;
  /** 0 until the passage is in the full-text index. */
  indexed: Generated<0 | 1>;
}

/** An upload and its ingest job; see docs/architecture.md. */
export interface UploadsTable {
  id: string;
  user_id: string;
  filename: string;
  size: number;
  state: 'receiving' | 'queued' | 'ingesting' | 'done' | 'refused';
  progress: number;
  attempts: number;
  /** The book it became; before that, the placeholder book it will fill. */
  book_id: string | null;
  /** The book chosen by the user: it gets the file as its own, or beside the one that it has. */
  for_book: string | null;
  /** The book whose file it replaces. */
  replaces: string | null;
  /** A stored file that is read again: instead of that of `replaces`, else as a book of its own. */
  chosen_file: string | null;
  duplicate: Flag;
  error: Json | null;
  /** Received bytes, for a bucket; for files, the file size counts. */
  received: number;
  /** While 'ingesting': after this time its process counts as dead. */
  lease_until: Moment | null;
  created_at: Moment;
  updated_at: Moment;
}

/** A folder of the server, or a zip, from which a user's books are taken (intake/folders). */
export interface FoldersTable {
  id: string;
  user_id: string;
  /** Absolute; of a zip, its name. */
  path: string;
  /** 'zip': a calibre library that the user has uploaded. */
  kind: 'files' | 'calibre' | 'zip';
  state: 'new' | 'taking_in' | 'watching' | 'stopped';
  /** Why it has stopped: a sentence of intake/folders/taking/problems.ts or run/common/errors.ts. */
  problem: string | null;
  /** Of what is taken in now: all, and how much is done. */
  total: number;
  done: number;
  /** JSON of string[]: what a calibre library has and we have no place for. */
  left_out_fields: Json;
  /** Stamp of the metadata.db that was read completely. */
  seen: string | null;
  /** The upload whose bytes are the zip, until all of it is taken in. */
  zip: string | null;
  looked_at: Moment | null;
  /** The process that looks at it; after `lease_until` it counts as dead. */
  holder: string | null;
  lease_until: Moment | null;
  created_at: Moment;
}

/** A file of a folder, or a book of a calibre library; the row stays when its book is deleted here. */
export interface FolderFilesTable {
  id: string;
  folder_id: string;
  user_id: string;
  /** Identifies it in the folder: its path, or the UUID of the book in calibre. */
  source: string;
  /** Path of the file below the folder, with slashes. */
  path: string;
  /** 'kept': it is gone, and the reader has kept its book. */
  state: 'taking' | 'taken' | 'left_out' | 'gone' | 'kept';
  /** Why it was left out: a sentence. */
  reason: string | null;
  /** JSON of string[]: other formats in a calibre library. */
  formats: Json;
  /** Size and time of change, and the inode, when it was taken. */
  stamp: string;
  inode: string;
  /** Hex; null when it was not read. */
  sha256: string | null;
  /** The upload of its last version: the id of the book, if that made it. */
  upload_id: string | null;
  book_id: string | null;
  /** `last_modified` in calibre. */
  modified: string | null;
  /** JSON of ImportedValues: what the book had after the last import; null for a file. */
  imported: string | null;
}

export interface BookTables {
  books: BooksTable;
  book_files: BookFilesTable;
  book_contents: BookContentsTable;
  spine_items: SpineItemsTable;
  resources: ResourcesTable;
  passages: PassagesTable;
  uploads: UploadsTable;
  folders: FoldersTable;
  folder_files: FolderFilesTable;
}
