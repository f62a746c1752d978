import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { firstValue } from '@lectern/shared-contracts/contract/firstValue.ts';
import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import { startPosition } from '../../engine/startPosition.ts';
import { prefetchEpub } from '../../epub/openEpub.ts';
import { textsOf } from '../../setUp.ts';
import { engines } from './engines.ts';

/** Number of current books that are prefetched. */
const maxBooks = 2;

/**
 * Prefetches for the next book: the engine of each format among the latest books (that of PDFs is
 * large, with a worker), and the current chapter of books in progress.
 */
export function prefetchEngines(host: Host): void {
  prefetch(host).catch(() => {});
}

async function prefetch({ data, i18n, network }: Host): Promise<void> {
  textsOf(i18n.language.get()).catch(() => {});
  const latest = await firstValue(data.watch('GET /books', { query: { limit: 20 } }));
  if (latest === null) return;
  for (const format of new Set(latest.items.map((book) => book.format)))
    if (format !== 'none') engines[format]().catch(() => {});
  if (network.get() === 'offline') return;
  for (const { id, format } of beingRead(latest.items).slice(0, maxBooks)) {
    const request = { params: { id } };
    const [manifest, progress] = await Promise.all([
      firstValue(data.watch('GET /books/:id/manifest', request)),
      firstValue(data.watch('GET /books/:id/progress', request)),
      firstValue(data.watch('GET /books/:id', request)),
    ]);
    if (!manifest || format !== 'epub') continue;
    await prefetchEpub(manifest, startPosition(null, progress));
  }
}

/** Latest first. */
function beingRead(books: readonly Book[]): Book[] {
  return books
    .filter((book) => book.is_reading && book.last_opened !== null)
    .sort((a, b) => ((a.last_opened ?? '') < (b.last_opened ?? '') ? 1 : -1));
}
