import type { HighlightColor, HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';
import type { BookAccessibility, FileNote } from '@lectern/shared-contracts/api/bookAccessibility.ts';
import type { SourceFormat } from '@lectern/shared-contracts/api/bookParts.ts';
import type { BookDetails, NamedPlace, SpineItem, TocEntry } from '@lectern/shared-contracts/api/books.ts';
import type { CoverSize } from '../../store/blobs/blobs.ts';

/** Metadata in a book file. */
export interface BookMetadata extends BookDetails {
  /** Its subjects but the genre, as tags; EPUB only. */
  tags?: readonly string[];
  /** Language of the title if it differs from the book's; EPUB only. */
  title_language?: string;
  /** The title as the file sorts it, if differently: 'Tale of Two Cities, A'; EPUB only. */
  title_sort?: string | null;
  /** The first author as the file sorts them: 'Austen, Jane'; EPUB only. */
  author_sort?: string | null;
  /** Absent when the file has none; EPUB only. */
  accessibility?: BookAccessibility;
}

/** Location of a resource in the content pack. */
export interface PackedResource {
  path: string;
  start: number;
  length: number;
  media_type: string;
  encoding: 'gzip' | 'identity';
}

/** A piece of the text, for search. */
export interface TextPassage {
  target: number;
  fraction: number;
  chapter: string | null;
  text: string;
}

/** A highlight or note in the file, made by another program. */
export type FileAnnotation = {
  /** One-based. */
  page: number;
  /** [x1, y1, x2, y2] of each line, in page units. */
  rects: number[][];
  /** The note and its author; may be empty for a highlight. */
  note: string;
} & ({ kind: 'highlight'; text: string; style: HighlightStyle; color: HighlightColor } | { kind: 'note' });

/** Text in the replaced file that a place refers to. */
export interface TextQuote {
  /** Identifies it in the result. */
  key: string;
  words: string;
  /** Context before and after; may be empty. */
  before: string;
  after: string;
  /** Its old place in the book, 0..1. */
  share: number;
}

/** Its place in the new file. */
export interface QuoteLocation {
  /** Zero-based spine index (EPUB) or one-based page (PDF). */
  target: number;
  /** Place in the chapter or page, 0..1 by characters. */
  fraction: number;
  /** PDF: rectangles of the lines by page, [x1, y1, x2, y2] in page units. */
  parts?: { page: number; rects: number[][] }[];
}

/** The result of reading a file: rows for the database, and names of files in the work folder. */
export interface IngestedBook {
  format: 'epub' | 'pdf';
  /** The format of the file itself, when it was turned into an EPUB. */
  source_format?: SourceFormat;
  metadata: BookMetadata;
  layout: 'reflowable' | 'fixed';
  direction: 'ltr' | 'rtl';
  /** Path of the package document in the book (EPUB). */
  opf: string | null;
  /** Notes on content that could not be shown. */
  notes: FileNote[];
  /** Files in the spine of a kind that cannot be shown; EPUB only. */
  unshown?: number;
  toc: TocEntry[];
  /** EPUB only, like page lists. */
  landmarks?: NamedPlace[];
  page_list?: NamedPlace[];
  spine: SpineItem[];
  resources: PackedResource[];
  passages: TextPassage[];
  /** Highlights and notes in the file; PDF only. */
  annotations?: FileAnnotation[];
  /** The annotation set in the file; EPUB only. */
  embedded?: Uint8Array;
  /** Texts found of the replaced file, by key. */
  found?: Record<string, QuoteLocation>;
  page_count: number;
  /** Number of pages of a PDF whose text was not read, because of time or size limits. */
  unread?: number;
  word_count: number;
  cover_source: 'file' | 'generated';
  /** In the work folder; null when there is no pack (PDF). */
  packFile: string | null;
  /** SHA-256 of the pack, hex. */
  packDigest: string | null;
  coverFiles: Record<CoverSize, string>;
}

/** A step of reading a PDF that may hang: the cover, the whole text, or the text of a page by its number from 1. */
export type IngestStep = 'cover' | 'text' | number;

/** Name in the work folder of a cover that was given with a file; it goes before those of the file. */
export const givenCoverName = 'given-cover';

/** Parameters for reading a book file of any format. */
export interface IngestRequest {
  /** The file, which is only read. */
  path: string;
  /** Name on the user's device: a fallback title, never used as a path. */
  fileName: string;
  /** An empty folder for output, but for the cover that was given with the file, if any: `givenCoverName`. */
  workDir: string;
  /** Time (of `performance.now()`) at which reading the text of a PDF ends. */
  softDeadline: number;
  /** Steps that hung in an earlier attempt and are skipped. */
  skippedSteps: readonly IngestStep[];
  /** Text of the replaced file that is to be located in this one. */
  quotes?: readonly TextQuote[];
  /** 0..1 */
  progress(share: number): void;
  /** Called when a step begins; null after the last one. */
  step(step: IngestStep | null): void;
}
