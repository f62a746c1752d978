import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { Publication } from '../engine/publication.ts';
import { openEpub } from '../epub/openEpub.ts';
import { startWorker } from '../pdf/worker.ts';

export type OpenPublication = (manifest: Manifest, freshAddress: () => Promise<string>) => Publication;

/** The engine of each format. Most books are EPUBs: their engine comes with the page, that of PDFs on demand. */
export type Engines = Readonly<Record<Manifest['format'], () => Promise<OpenPublication>>>;

export const engines: Engines = {
  epub: async () => openEpub,
  pdf: async () => {
    // Its file is large, and the book is asked for when it runs: it starts while the engine is still on its way.
    startWorker();
    const { openPdf } = await import('../pdf/views/openPdf.ts');
    return openPdf;
  },
};
