import type { HighlightColor, HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';

/** A file within a PDF. */
export interface Attachment {
  id: string;
  /** Without folders. */
  name: string;
  description: string;
}

/** A part of the drawing of a PDF that can be hidden, as maps and plans have. */
export interface DocumentLayer {
  id: string;
  name: string;
  isVisible: boolean;
}

/** Why a file's text cannot be shown by itself: pages are pictures, letters are unknown, or it is no running text. */
export type NoText = 'scanned' | 'letters' | 'layout';

/** A highlight that is printed. */
export interface PrintedMark {
  color: HighlightColor;
  style: HighlightStyle;
  locator: Locator;
}

/** A page drawn for paper. */
export interface PrintedPage {
  picture: Blob;
  /** In points, 1/72 inch. */
  width: number;
  height: number;
}

/** What only PDFs have, besides their pages. */
export interface DocumentTools {
  /** Names of the pages as they are printed ('xii'), in order; null when the file has none. */
  pageLabels(): readonly string[] | null;
  attachments(): Promise<readonly Attachment[]>;
  /** Bytes of an attachment. Rejects when it is not in the file. */
  attachment(id: string): Promise<Uint8Array>;
  layers(): Promise<readonly DocumentLayer[]>;
  /** Shows or hides a layer, until the book is closed. @returns all layers: some exclude each other */
  showLayer(id: string, visible: boolean): Promise<readonly DocumentLayer[]>;
  /** Whether the file can be read as text. */
  readonly asText?: {
    /** Looks at some pages. @returns null when it can */
    whyNot(): Promise<NoText | null>;
  };
  /** A one-based page for printing, with these marks over it. */
  printed(page: number, marks: readonly PrintedMark[]): Promise<PrintedPage>;
  /** Bytes of the whole file. */
  file(): Promise<Uint8Array>;
}
