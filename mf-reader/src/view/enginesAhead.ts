import type { Host } from '@lectern/shared-contracts/host.ts';
import { engines } from './engines.ts';

/**
 * Gets an engine ready for each format among the reader's latest books. That of PDFs is large and has a worker: who has
 * none is spared it.
 */
export function enginesAhead({ data }: Host): void {
  const latest = data.watch('GET /books', { query: { limit: 20 } });
  const look = () => {
    const books = latest.get();
    if (books.status === 'loading') return;
    stop();
    if (books.status === 'error') return;
    for (const format of new Set(books.value.items.map((book) => book.format)))
      if (format !== 'none') engines[format]().catch(() => {});
  };
  const stop = latest.subscribe(look);
  look();
}
