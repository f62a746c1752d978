import type { HighlightColor, HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';
import type { BookAccessibility, FileNote } from '@lectern/shared-contracts/api/bookAccessibility.ts';
import type { NamedPlace, SpineItem, TocEntry } from '@lectern/shared-contracts/api/books.ts';
import type { CoverSize } from '../blobs/blobs.ts';

/** What a file says about the book in it. */
export interface BookMetadata {
  title: string;
  /** Of the title, where it says one other than the book's; only EPUBs do. */
  title_language?: string;
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

/** A highlight or note that another program has written into a file. */
export type FileAnnotation = {
  /** One-based. */
  page: number;
  /** [x1, y1, x2, y2] of each line, in the units of the page. */
  rects: number[][];
  /** What was written to it, and by whom; may be empty for a highlight. */
  note: string;
} & ({ kind: 'highlight'; text: string; style: HighlightStyle; color: HighlightColor } | { kind: 'note' });

/** Pages of a PDF whose text was not read: reading took too long, or there was too much of it. */
export interface UnreadPages {
  count: number;
  /** Page from which a later reading can go on; null where that would not help. */
  from: number | null;
}

/** Words that a reader has marked in the file which this one replaces. */
export interface SoughtWords {
  /** Names them in the answer. */
  key: string;
  words: string;
  /** What stood before and after them; may be empty. */
  before: string;
  after: string;
  /** Where in the book they stood, 0..1. */
  share: number;
}

/** Where they stand now. */
export interface FoundWords {
  /** Zero-based spine index (EPUB) or one-based page (PDF). */
  target: number;
  /** Where in it, 0..1 by characters. */
  fraction: number;
  /** PDF: the rectangles of their lines, page by page, [x1, y1, x2, y2] in the units of the page. */
  parts?: { page: number; rects: number[][] }[];
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
  /** Only EPUBs have them, and page lists. */
  landmarks?: NamedPlace[];
  page_list?: NamedPlace[];
  spine: SpineItem[];
  resources: PackedResource[];
  passages: TextPassage[];
  /** Highlights and notes that are in the file; EPUBs have none. */
  annotations?: FileAnnotation[];
  /** Words of the file that this one replaces, by their keys; those that are not here are left out. */
  found?: Record<string, FoundWords>;
  page_count: number;
  /** Pages of a PDF whose text was not read; absent for none. */
  unread?: UnreadPages;
  word_count: number;
  cover_source: 'file' | 'generated';
  /** In the work folder; null when there is no pack (PDF). */
  packFile: string | null;
  /** SHA-256 of the pack, hex. */
  packDigest: string | null;
  coverFiles: Record<CoverSize, string>;
}
