import type { DocumentTools, PrintedMark } from '../engine/documentTools.ts';
import './print.css';

export interface PrintRequest {
  /** One-based. */
  pages: readonly number[];
  /** Highlights to print. */
  marks: readonly PrintedMark[];
  onProgress(done: number): void;
  signal: AbortSignal;
}

/**
 * Renders pages for printing and opens the browser's print dialog. Resolves when it is closed or aborted. Rejects
 * when a page cannot be rendered.
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
      // The paper size is that of the first page; others are fitted to it.
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
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== style);
    sheets.remove();
    for (const address of addresses) URL.revokeObjectURL(address);
  }
}
