import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { Publication } from '../engine/publication.ts';
import { openEpub } from '../epub/openEpub.ts';
import { askForFile } from '../pdf/fileInAdvance.ts';
import { startWorker } from '../pdf/worker.ts';

export type OpenPublication = (manifest: Manifest, freshAddress: () => Promise<string>) => Publication;

/** The engine of each format. Most books are EPUBs: their engine comes with the page, that of PDFs on demand. */
export type Engines = Readonly<Record<Manifest['format'], (file?: BookFile) => Promise<OpenPublication>>>;

/** A file that is about to be opened. */
export interface BookFile {
  address: string;
  /** Null when its size is not known yet. */
  bytes: number | null;
}

export const engines: Engines = {
  epub: async () => openEpub,
  pdf: async (file) => {
    if (file) askForFile(file.address, file.bytes);
    // Its file is large, and the book is asked for when it runs: it starts while the engine is still on its way.
    startWorker();
    const { openPdf } = await import('../pdf/views/openPdf.ts');
    return openPdf;
  },
};
