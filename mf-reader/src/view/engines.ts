import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { Publication } from '../engine/publication.ts';
import { openEpub } from '../epub/openEpub.ts';

export type OpenPublication = (manifest: Manifest, freshAddress: () => Promise<string>) => Publication;

/** The engine of each format. Most books are EPUBs: their engine comes with the page, that of PDFs on demand. */
export type Engines = Readonly<Record<Manifest['format'], () => Promise<OpenPublication>>>;

export const engines: Engines = {
  epub: async () => openEpub,
  pdf: async () => {
    const [{ openPdf }] = await Promise.all([
      import('../pdf/views/openPdf.ts'),
      import('../pdf/worker.ts').then(({ startWorker }) => startWorker()),
    ]);
    return openPdf;
  },
};
