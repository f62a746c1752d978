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
  /** Bytes of the whole file. */
  file(): Promise<Uint8Array>;
}
