import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { ShowBook } from '../../engine/showBook.ts';
import { openEpub } from '../../epub/openEpub.ts';
import { startWorker } from '../../pdf/pdfjs/worker.ts';

/**
 * The engine of each format. The one for EPUB is loaded with the page, since most books are EPUBs; the one for PDF on
 * demand.
 */
export type Engines = Readonly<Record<Manifest['format'], () => Promise<ShowBook>>>;

export const engines: Engines = {
  epub: async () => openEpub,
  pdf: async () => {
    // The worker is large and needed first, so it is started while the engine is loading.
    startWorker();
    const { openPdf } = await import('../../pdf/openPdf.ts');
    return openPdf;
  },
};
