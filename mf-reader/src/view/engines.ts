import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { Publication } from '../engine/publication.ts';

export type OpenPublication = (manifest: Manifest, freshAddress: () => Promise<string>) => Publication;

/** How each format is opened; asked for only when a book of that format is. */
export type Engines = Readonly<Record<Manifest['format'], () => Promise<OpenPublication>>>;

export const engines: Engines = {
  epub: async () => (await import('../epub/openEpub.ts')).openEpub,
  pdf: async () => {
    const [{ openPdf }] = await Promise.all([
      import('../pdf/openPdf.ts'),
      import('../pdf/worker.ts').then(({ startWorker }) => startWorker()),
    ]);
    return openPdf;
  },
};
