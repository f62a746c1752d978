import type { DocumentTools, PrintedMark } from '../engine/documentTools.ts';
import './print.css';

export interface PrintRequest {
  /** One-based. */
  pages: readonly number[];
  /** Highlights that are printed with the pages. */
  marks: readonly PrintedMark[];
  onProgress(done: number): void;
  signal: AbortSignal;
}

/**
 * Draws pages for paper and opens the browser's dialog for printing. Resolves once that is closed, or it was aborted.
 * Rejects when a page cannot be drawn.
 */
export async function printPages(tools: DocumentTools, request: PrintRequest): Promise<void> {
  const { pages, marks, onProgress, signal } = request;
  const sheets = document.createElement('div');
  sheets.className = 'lectern-print';
  const addresses: string[] = [];
  const style = new CSSStyleSheet();
  try {
    for (const [index, page] of pages.entries()) {
      const { picture, width, height } = await tools.printed(page, marks);
      if (signal.aborted) return;
      const address = URL.createObjectURL(picture);
      addresses.push(address);
      const image = document.createElement('img');
      image.src = address;
      image.alt = '';
      const sheet = document.createElement('div');
      sheet.append(image);
      sheets.append(sheet);
      await image.decode();
      // The paper of the first page; others are fitted to it.
      if (index === 0) style.replaceSync(`@page { size: ${width}pt ${height}pt; margin: 0; }`);
      onProgress(index + 1);
    }
    if (signal.aborted) return;
    document.adoptedStyleSheets.push(style);
    document.body.append(sheets);
    document.documentElement.classList.add('lectern-printing');
    window.print();
  } finally {
    document.documentElement.classList.remove('lectern-printing');
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== style);
    sheets.remove();
    for (const address of addresses) URL.revokeObjectURL(address);
  }
}
