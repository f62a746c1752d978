import { SentenceNarrator } from '../../engine/narration.ts';
import type { Narrator } from '../../engine/renderer.ts';
import type { PdfPage } from '../highlights/pdfHighlights.ts';
import { readingOfPage } from './pdfReading.ts';

export interface PagesToRead {
  /** One-based page to begin with. */
  page: number;
  totalPages: number;
  container: HTMLElement;
  show(page: number): Promise<void>;
  /** Resolves with a page once its text layer is rendered. */
  pdfPage(page: number): Promise<PdfPage | null>;
}

/** Reads the pages of a PDF one after the other. */
export function narratorOf({ page: first, totalPages, container, show, pdfPage }: PagesToRead): Narrator {
  let page = first;
  return new SentenceNarrator({
    async current() {
      const shown = await pdfPage(page);
      return shown && readingOfPage(shown, container);
    },
    async turn(forward) {
      const next = page + (forward ? 1 : -1);
      if (next < 1 || next > totalPages) return false;
      page = next;
      await show(page);
      return true;
    },
  });
}
