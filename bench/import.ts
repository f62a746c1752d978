/**
 * An import that goes on and on: the last thousand books beside the first thousand. Books are small, so that it is the
 * library's size that shows, and not theirs.
 */

import { bookEntries, packageDocument } from '../server/test/support/bookFiles.ts';
import { rawZip } from '../server/test/support/rawZip.ts';
import type { Figure, ServerBenchmark } from './lib/bench.ts';
import { type LibraryServer, libraryServer } from './lib/libraryServer.ts';

/** 20,000 are what is promised, and take half an hour or more: LECTERN_BENCH_IMPORT=20000. */
const books = Number(process.env.LECTERN_BENCH_IMPORT ?? 3_000);
const stretch = Math.min(1_000, Math.floor(books / 3));
const atOnce = 4;

export const importMany: ServerBenchmark = {
  name: 'import',
  async run(): Promise<Figure[]> {
    const server = await libraryServer();
    try {
      await add(server, 0, 100);
      const first = await add(server, 100, stretch);
      await add(server, 100 + stretch, books - 2 * stretch);
      const last = await add(server, books, stretch);
      const name = `the last ${stretch} of ${books} books imported / the first ${stretch}, a book`;
      return [{ name, unit: 'ms a book', ours: last, reference: first, ratio: last / first, promised: 1.2 }];
    } finally {
      await server.stop();
    }
  },
};

/** @returns milliseconds a book */
async function add(server: LibraryServer, from: number, count: number): Promise<number> {
  let next = from;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < from + count) {
        const form = new FormData();
        const title = `Book ${next++}`;
        const file = rawZip(bookEntries({ 'OPS/book.opf': packageDocument({ title }) }));
        form.append('file', new Blob([new Uint8Array(file)]), `${title}.epub`);
        await server.ask('/v1/books', { method: 'POST', body: form });
      }
    }),
  );
  return (performance.now() - begun) / count;
}
