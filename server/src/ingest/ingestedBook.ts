import type { BookAccessibility, FileNote } from '@lectern/shared-contracts/api/bookAccessibility.ts';
import type { SpineItem, TocEntry } from '@lectern/shared-contracts/api/books.ts';
import type { CoverSize } from '../blobs/blobs.ts';

/** What a file says about the book in it. */
export interface BookMetadata {
  title: string;
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
  /** Absent when the file says nothing; only EPUBs do. */
  accessibility?: BookAccessibility;
}

/** Where a resource lies in the content pack. */
export interface PackedResource {
  path: string;
  start: number;
  length: number;
  media_type: string;
  encoding: 'gzip' | 'identity';
}

/** A piece of the book's text, for search. */
export interface TextPassage {
  target: number;
  fraction: number;
  chapter: string | null;
  text: string;
}

/**
 * Everything a worker finds in a file: rows for the database, and the names of the files it wrote into its work folder.
 */
export interface IngestedBook {
  format: 'epub' | 'pdf';
  metadata: BookMetadata;
  layout: 'reflowable' | 'fixed';
  direction: 'ltr' | 'rtl';
  /** Path of the package document in the book (EPUB). */
  opf: string | null;
  /** What of the file could not be shown. */
  notes: FileNote[];
  toc: TocEntry[];
  spine: SpineItem[];
  resources: PackedResource[];
  passages: TextPassage[];
  page_count: number;
  word_count: number;
  cover_source: 'file' | 'generated';
  /** In the work folder; null when there is no pack (PDF). */
  packFile: string | null;
  coverFiles: Record<CoverSize, string>;
}
