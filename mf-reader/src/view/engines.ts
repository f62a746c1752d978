import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { Publication } from '../engine/publication.ts';

export type OpenPublication = (manifest: Manifest, freshAddress: () => Promise<string>) => Publication;

/** Loads the engine of a format on demand. */
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
