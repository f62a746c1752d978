/** Books, what an ingest has read of them, and uploads. */
import type { Generated, Selectable } from 'kysely';
import type { Bytes, Flag, Json, Moment } from './columnTypes.ts';

export interface BooksTable {
  id: string;
  user_id: string;
  /** Under which its file lies in the store (blobs.ts), since it was replaced; null: under the id of the book. */
  file_id: Generated<string | null>;
  /** Of the uploaded bytes, hex; unique per user. Null for a book without a file. */
  sha256: string | null;
  format: 'epub' | 'pdf' | 'none';
  file_name: string;
  file_size: number;
  /** What counts against the quota beyond `file_size` (quota/room.ts). */
  extra_bytes: Generated<number>;
  /** SHA-256 of its pack, hex; null where there is no pack, or where it was made or changed without being digested. */
  pack_digest: Generated<string | null>;
  title: string;
  /** BCP 47 tag of the title where the file says one of its own. */
  title_language: string | null;
  author: string;
  description: string | null;
  genre: string | null;
  language: string | null;
  publisher: string | null;
  published: string | null;
  series: string | null;
  series_index: number | null;
  isbn: string | null;
  isbn10: string | null;
  isbn13: string | null;
  current_page: number;
  progress: number;
  is_reading: Flag;
  completed: Flag;
  completed_at: Moment | null;
  status: string;
  last_opened: Moment | null;
  rating: number | null;
  favorite: Flag;
  page_count: number;
  word_count: number;
  cover_source: 'file' | 'generated';
  /** Raised when the cover changes, so that its address does. */
  cover_version: number;
  layout: 'reflowable' | 'fixed';
  direction: 'ltr' | 'rtl';
  /** EPUB: path of the package document in the book. */
  opf: string | null;
  /** JSON of the contract's BookAccessibility; null when the file says nothing. */
  accessibility: string | null;
  /** JSON of the contract's FileNote[]; null when there is nothing to say. */
  file_notes: string | null;
  /** There is more in the file than an earlier version, or a reading that took too long, has read (readOldBooks.ts). */
  read_again: Generated<Flag>;
  created_at: Moment;
  updated_at: Moment;
  /** Raised by every change (books/changeBook.ts): the same number is the same book. */
  revision: Generated<number>;
  /** Title and author as lists are compared (books/matchKey.ts); null until the keys of the book are worked out. */
  match_key: Generated<string | null>;
  /** Words of author and title, folded, a space before and after each: searches of catalogs look into it. */
  search_words: Generated<string | null>;
  /** As a question names the book and its author (books/bookKeys.ts); null for names that are too short or too long. */
  title_key: Generated<string | null>;
  author_key: Generated<string | null>;
  bytes: Bytes;
}

/** A book before it is put in. */
export type NewBook = Omit<
  Selectable<BooksTable>,
  | 'bytes'
  | 'match_key'
  | 'search_words'
  | 'title_key'
  | 'author_key'
  | 'read_again'
  | 'file_id'
  | 'extra_bytes'
  | 'pack_digest'
> & { extra_bytes?: number; pack_digest?: string | null; read_again?: Flag };

/** What leads into a book; a book without any of it has no row. */
export interface BookContentsTable {
  book_id: string;
  toc: Json;
  /** JSON of the contract's NamedPlace[]; null when the file has none. */
  landmarks: string | null;
  /** Pages of the printed edition, as JSON of NamedPlace[]; null when the file has none. */
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
  /** JSON of the contract's Rendition; null when there is nothing special. */
  rendition: string | null;
  malformed: Flag;
  /** Path of its media overlay in the content pack, as JSON. */
  overlay: string | null;
}

/** Where in the book's content pack (one blob) each resource of an EPUB lies. */
export interface ResourcesTable {
  book_id: string;
  path: string;
  start: number;
  length: number;
  media_type: string;
  /** 'gzip' or 'identity'. */
  encoding: string;
}

/** Pieces of a book's text of some 600 characters, for search and the mentor; indexed by the engine's full text. */
export interface PassagesTable {
  id: Generated<number>;
  book_id: string;
  user_id: string;
  /** Order within the book. */
  seq: number;
  /** Zero-based spine index (EPUB) or one-based page (PDF). */
  target: number;
  /** Where in that spine item it starts, 0..1 by characters. */
  fraction: number;
  chapter: string | null;
  text: string;
  /** 0 while its words are not in the index of full text yet. */
  indexed: Generated<0 | 1>;
}

/** An upload, which is also the job of its ingest: see docs/architecture.md. */
export interface UploadsTable {
  id: string;
  user_id: string;
  filename: string;
  size: number;
  state: 'receiving' | 'queued' | 'ingesting' | 'done' | 'refused';
  progress: number;
  attempts: number;
  /** The book that it became; before that, the book without a file that it is about to fill. */
  book_id: string | null;
  /** The book without a file that its reader means it for. */
  for_book: string | null;
  /** The book whose file it replaces. */
  replaces: string | null;
  duplicate: Flag;
  error: Json | null;
  /** Bytes that have come, where they lie in a bucket; in files, the file knows. */
  received: number;
  /** While 'ingesting': after this moment its process counts as dead. */
  lease_until: Moment | null;
  created_at: Moment;
  updated_at: Moment;
}
