import type { SourceFormat } from '@lectern/shared-contracts/api/bookParts.ts';
import type { Archive } from '../../epub/container/archive.ts';

/** A file that is no EPUB and no PDF. */
export interface ForeignFile {
  format: SourceFormat;
  /** Name on the user's device: a hint, never used as a path. */
  name: string;
  path: string;
  /** Its bytes, within the limit of a file that is held in memory. */
  bytes(): Promise<Buffer>;
  /** The files in it; null when it is not a zip. */
  archive: Archive | null;
}

/**
 * Reads a file of one format. What it returns is not trusted: it goes through the same code as an EPUB.
 * @throws AppError book_broken, book_unsafe, book_protected, book_empty
 */
export type ReadPublication = (file: ForeignFile) => Promise<Publication>;

/** A book as the files of an EPUB. Paths are relative to its root, addresses are URLs relative to it. */
export interface Publication {
  metadata: PublicationMetadata;
  /** In reading order. */
  pages: readonly PublicationPage[];
  contents: readonly ContentsEntry[];
  /** Pictures, style sheets and fonts. */
  resources: readonly PublicationResource[];
  /** Path of the picture on the cover. */
  cover?: string | null;
  direction?: 'ltr' | 'rtl' | undefined;
  /** Each page is as large as its viewport says. */
  fixedLayout?: boolean;
  /** Number of pictures that cannot be shown. */
  unshown?: number;
  /** Releases what the resources are read from. */
  close?(): void;
}

export interface PublicationMetadata {
  title?: string | undefined;
  authors?: readonly PublicationAuthor[] | undefined;
  language?: string | undefined;
  /** Plain text or HTML. */
  description?: string | undefined;
  publisher?: string | undefined;
  published?: string | undefined;
  subjects?: readonly string[] | undefined;
  series?: string | undefined;
  /** As written in the file. */
  seriesIndex?: string | undefined;
  isbn?: string | undefined;
}

export interface PublicationAuthor {
  name: string;
  /** As catalogs sort it: 'Austen, Jane'. */
  sorted?: string;
}

export interface PublicationPage {
  path: string;
  /** A whole XHTML document. */
  markup: string;
  /** False for a page that links lead to only, such as notes. */
  linear?: boolean;
  /** A page that is alone where two are shown side by side. */
  alone?: boolean;
}

export interface PublicationResource {
  path: string;
  read(): Uint8Array;
}

export interface ContentsEntry {
  title: string;
  address: string;
  children: ContentsEntry[];
}
