import type { HighlightColor, HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';

/** A file embedded in a PDF. */
export interface Attachment {
  id: string;
  /** Without folders. */
  name: string;
  description: string;
}

/** An optional content group of a PDF, which can be hidden, as in maps and plans. */
export interface DocumentLayer {
  id: string;
  name: string;
  isVisible: boolean;
}

/** Why text view is not available: pages are images, fonts have no Unicode mapping, or there is no running text. */
export type NoText = 'scanned' | 'letters' | 'layout';

/** A highlight to print. */
export interface PrintedMark {
  color: HighlightColor;
  style: HighlightStyle;
  locator: Locator;
}

/** A page rendered for printing. */
export interface PrintedPage {
  picture: Blob;
  /** In points, 1/72 inch. */
  width: number;
  height: number;
}

/** A highlight or a note of a page to be written into a file. */
export interface WrittenAnnotation {
  /** Null for a note on a page. */
  mark: { color: HighlightColor; style: HighlightStyle } | null;
  page: number | null;
  position: Locator | null;
  /** What the reader wrote; may be empty. */
  comment: string;
  /** ISO 8601. */
  updatedAt: string;
}

/** Features that only PDFs have. */
export interface DocumentTools {
  /** Page labels ('xii') in order; null when the file has none. */
  pageLabels(): readonly string[] | null;
  attachments(): Promise<readonly Attachment[]>;
  /** The content of an attachment. Rejects when it does not exist. */
  attachment(id: string): Promise<Uint8Array>;
  layers(): Promise<readonly DocumentLayer[]>;
  /**
   * Shows or hides a layer while the book is open.
   * @returns all layers, since some are mutually exclusive
   */
  showLayer(id: string, visible: boolean): Promise<readonly DocumentLayer[]>;
  /** Text view, if supported. */
  readonly asText?: {
    /**
     * Examines some pages.
     * @returns null when text view is available
     */
    whyNot(): Promise<NoText | null>;
  };
  /** Renders a one-based page for printing, with these highlights. */
  printed(page: number, marks: readonly PrintedMark[]): Promise<PrintedPage>;
  /**
   * A copy of the file with these annotations, for other programs. Rejects when the file is damaged.
   * @param author name of the reader
   */
  annotated(annotations: readonly WrittenAnnotation[], author: string): Promise<Uint8Array>;
}
