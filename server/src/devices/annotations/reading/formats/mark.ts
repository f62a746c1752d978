import type { HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';

/** A highlight, note or bookmark as annotation files of any program have it. */
export interface Mark {
  /** URL that identifies it in all files. */
  id: string;
  kind: 'highlight' | 'note' | 'bookmark';
  /** ISO 8601, UTC; null when unknown. */
  created: string | null;
  modified: string | null;
  /** Resource of the book, as a URL relative to its package document; null for the whole book. */
  source: string | null;
  /** The marked words with their context. */
  quote: { exact: string; prefix: string; suffix: string } | null;
  /** EPUB CFI in this very file. */
  cfi: string | null;
  range: TextRange | null;
  /** Place in the resource, 0..1. */
  fraction: number | null;
  /** One-based page of a PDF, or position in an EPUB. */
  page: number | null;
  /** Place on a scale of the other program, such as a location: later in the book is more. */
  order?: number | null;
  /** XPointer of KOReader. */
  pointer?: string;
  /** The thought on a highlight, the text of a note, or the label of a bookmark; null for none. */
  body: string | null;
  title: string;
  /** Type of a note. */
  type: string;
  /** One of the draft for a highlight; for a note any text. */
  color: string | null;
  style: HighlightStyle;
  tags: string[];
}

/** Part of a chapter by selectors without words. */
export interface TextRange {
  /** CSS selector of an element. */
  css: string;
  /** Characters (code points) from the start of the element. */
  start: number;
  end: number;
}

/** The book that a set of marks is about. */
export interface MarkedBook {
  title: string;
  author: string;
  isbn: string | null;
  /** SHA-256 of the file, hex. */
  sha256: string | null;
  /** Digests by which KOReader knows a file: of its content, of its name. */
  digests?: string[];
}

export interface MarkSet {
  about: MarkedBook;
  marks: Mark[];
}

/** Limits of one file: marks, sets (of a book each), bytes as it comes, and bytes when it is decompressed. */
export const markLimits = { marks: 50_000, sets: 2_000, fileBytes: 16_000_000, textBytes: 64_000_000 };

/** The colors of the draft; of its six, Lectern shows five. */
export const draftColors = ['yellow', 'green', 'blue', 'pink', 'purple', 'orange'] as const;

/** The color in which a highlight of another program is shown. */
export const shownColor = (color: string): string => (color === 'orange' ? 'yellow' : color);

/** Terms of the formats that are read and written. */
export const terms = {
  context: 'https://www.w3.org/ns/epub-anno.jsonld',
  generator: { id: 'urn:lectern', type: 'Software', name: 'Lectern' },
  /** Named information URIs (RFC 6920) of a file. */
  sha256: 'ni:///sha-256;',
  cfi: 'http://www.idpf.org/epub/linking/cfi/epub-cfi.html',
} as const;
